import { claims } from './claims.ts'

/** The differences that matter to integrators, in short; the page of proof names the files. */
export function Claims() {
  return (
    <section className="claims" aria-labelledby="claims-title">
      <div className="part-head">
        <h2 id="claims-title">What’s different here</h2>
        <p className="quiet">
          Every claim has a test or a table behind it. <a href="/proof">See which</a>.
        </p>
      </div>
      <ol>
        {claims
          .filter(({ isForIntegrators }) => isForIntegrators)
          .map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
      </ol>
    </section>
  )
}
