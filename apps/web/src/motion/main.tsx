import '../strictPolicy.ts'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/hero.css'
import '../gallery/gallery.css'
import './motion.css'
import { createRoot } from 'react-dom/client'
import { MotionPage } from './MotionPage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')
createRoot(place).render(<MotionPage />)
