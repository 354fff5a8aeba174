import { Kit } from './kit.jsx'

export const metadata = { title: 'Install' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <Kit>{children}</Kit>
      </body>
    </html>
  )
}
