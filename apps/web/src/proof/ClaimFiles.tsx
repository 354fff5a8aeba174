import { claims } from '../claims.ts'

/** Every claim with the test or table in the repository that shows it. */
export function ClaimFiles() {
  return (
    <section className="claims" aria-labelledby="claims-title">
      <div className="part-head">
        <h2 id="claims-title">Claims, and the files behind them</h2>
        <p className="quiet">Read them, break them, run them.</p>
      </div>
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
