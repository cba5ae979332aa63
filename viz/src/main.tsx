/** The entry of the page. */
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './components/app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
