import '../strictPolicy.ts'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/hero.css'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { GalleryPage } from './GalleryPage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')
createRoot(place).render(<GalleryPage />)
