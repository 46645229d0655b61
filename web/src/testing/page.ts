/** Every browser test starts on the product's style sheet, because focus, visibility and size depend on it. */
import '../styles/main.css';
