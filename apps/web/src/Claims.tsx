import { claims } from './claims.ts'

/** The differences of this kit; each claim names the test or table in the repository that shows it. */
export function Claims() {
  return (
    <section className="claims" aria-labelledby="claims-title">
      <h2 id="claims-title">What’s different here</h2>
      <p className="quiet">Each claim names the file behind it. Read it, break it, run it.</p>
      <ol>
        {claims.map(({ title, text, proof }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <ul className="proof" aria-label={`Proof of “${title}”`}>
              {proof.map((file) => (
                <li key={file}>
                  <code dir="ltr">{file}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
