/** The provider's style: one inline style sheet, no scripts, nothing fetched from elsewhere. */
import { createHash } from 'node:crypto';

export const PAGE_STYLE = `
:root{color-scheme:dark;--ground:#0d0f12;--panel:#14171c;--raised:#1b1f26;--line:#282e37;
  --ink:#eef1f5;--soft:#a3adba;--lime:#c8f04a}
*{box-sizing:border-box;margin:0}
html{background:var(--ground);-webkit-text-size-adjust:100%}
body{min-height:100vh;padding:clamp(20px,5vw,56px) 16px 40px;color:var(--ink);
background:radial-gradient(70rem 32rem at 50% -14rem,#1d2413 0,transparent 70%),var(--ground);
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif}
main{max-width:640px;margin:0 auto}
header{display:flex;gap:14px;align-items:center;margin-bottom:18px}
header svg{flex:none;width:46px;height:46px}
h1{font-size:clamp(1.35rem,5.4vw,1.8rem);line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
.lede{color:var(--soft);max-width:54ch;margin-bottom:22px}
.lede b{color:var(--ink);font-weight:600;overflow-wrap:anywhere}
section,.hint{background:var(--panel);border:1px solid var(--line);border-radius:16px;padding:16px;margin-bottom:14px}
h2{font-size:.78rem;font-weight:600;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0 2px 10px}
ul{list-style:none;padding:0;display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr))}
button,input{font:inherit;color:inherit;border-radius:12px}
button{cursor:pointer;min-height:48px}
button:focus-visible,input:focus-visible{outline:3px solid var(--lime);outline-offset:2px}
.row{display:flex;align-items:center;gap:12px;width:100%;padding:9px 11px;text-align:left;
  background:var(--raised);border:1px solid transparent}
.row:hover{border-color:var(--lime);background:#20252d}
.row img,.hint img{flex:none;border-radius:10px;background:#222}
.who{min-width:0;display:block}
.who b{display:block;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.who small{display:block;color:var(--soft);font-size:.84rem;line-height:1.35}
.hint{display:flex;flex-wrap:wrap;gap:16px;align-items:center;border-color:#4c5a24;
  background:linear-gradient(#1a1f13,#14171c)}
.hint .who{flex:1 1 180px}
.hint .who b{font-size:1.2rem}
.go{border:0;background:var(--lime);color:#141806;font-weight:650;padding:0 20px;overflow-wrap:anywhere}
.go:hover{background:#d8fa63}
.hint .go{flex:1 1 100%}
.new{display:flex;flex-wrap:wrap;gap:10px;align-items:end}
.new label{flex:1 1 200px;color:var(--soft);font-size:.9rem}
.new input{display:block;width:100%;min-height:48px;margin-top:5px;padding:0 14px;color:var(--ink);
  background:var(--ground);border:1px solid #5b6675}
.new input::placeholder{color:#8792a1}
.new .go{flex:0 1 auto;background:transparent;border:1px solid var(--lime);color:var(--lime)}
.new .go:hover{background:#20271080}
.deal h2 span{float:right;letter-spacing:0;text-transform:none;font-weight:400}
.deal li{display:flex;align-items:center;gap:12px;min-height:60px;padding:9px 11px;
  background:var(--raised);border-radius:12px}
.deal svg{flex:none;width:38px;height:38px}
.who b.gone{text-decoration:line-through;color:var(--soft)}
.parties{display:flex;gap:14px;align-items:center}
.parties img{flex:none;border-radius:10px;background:#222}
.said{margin-top:12px;padding:10px 12px;border-left:3px solid var(--lime);background:var(--ground);
  border-radius:0 10px 10px 0;overflow-wrap:anywhere}
.said small{display:block;color:var(--soft);font-size:.84rem}
.said b{font-weight:600}
.said .whole{font-weight:400;user-select:all}
.none{color:var(--soft);margin:0 2px}
.choice{display:flex;flex-wrap:wrap;gap:10px}
.choice button{flex:1 1 200px}
.choice .cancel{width:auto}
.until{color:var(--soft);font-size:.84rem;text-align:center;margin-top:14px}
.state{border-color:#4c5a24}
.state b{display:block;font-size:1.1rem}
.state p{color:var(--soft)}
.cancel{width:100%;background:transparent;border:1px solid #5b6675;color:var(--ink)}
.cancel:hover{border-color:var(--ink)}
footer{color:var(--soft);font-size:.84rem;text-align:center;margin-top:18px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** The content security policy's hash that allows exactly this style sheet. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
