import type { PeerResults, PeerRow } from './PeerResults.ts'

type Measure = { title: string; about: string; unit: string; value: (row: PeerRow) => number | undefined }

const measures: readonly Measure[] = [
  {
    title: 'Tap to first wallet',
    about: 'From opening the page to a list of wallets, for someone who taps the button at once.',
    unit: 'ms',
    value: ({ tapMs }) => tapMs,
  },
  {
    title: 'Button on the page',
    about: 'From opening the page until the button is drawn.',
    unit: 'ms',
    value: ({ buttonMs }) => buttonMs,
  },
  {
    title: 'Script before the button',
    about: 'Compressed JavaScript that arrives first, React included.',
    unit: 'KiB',
    value: ({ jsKib }) => jsKib,
  },
  {
    title: 'Packages',
    about: 'What a site installs with the kit, React aside.',
    unit: '',
    value: ({ packages }) => packages,
  },
]

/** Our numbers beside those of other kits, from the benchmark's report: shorter bars are better. */
export function PeerChart({ results }: { results: PeerResults }) {
  const { rows, targets, date, machine, condition } = results
  const bare = rows.find(({ isBare }) => isBare)
  return (
    <section className="peers" aria-labelledby="peers-title">
      <div className="part-head">
        <h2 id="peers-title">Measured beside three other kits</h2>
        <p className="quiet">
          One page, one button, one Vite build each, on a slow phone’s conditions ({condition}). Shorter is better. The
          line marks React with a native dialog and no kit at all.
        </p>
      </div>
      <div className="peer-grid">
        {measures.map((measure) => (
          <MeasureBars key={measure.title} measure={measure} rows={rows} bare={bare} />
        ))}
      </div>
      <p className="quiet peer-note">
        Medians of the run of {date} on an {machine}. Compared with the page that has no kit, we meet {targets.met} of{' '}
        {targets.all} targets of our own{targets.missed.length > 0 && ` and miss ${targets.missed.length}`}.{' '}
        <code>npm run bench:peers</code> repeats the run, and this chart is drawn from its report.
      </p>
    </section>
  )
}

function MeasureBars({
  measure: { title, about, unit, value },
  rows,
  bare,
}: {
  measure: Measure
  rows: readonly PeerRow[]
  bare: PeerRow | undefined
}) {
  const kits = rows.flatMap((row) => {
    const number = value(row)
    return row.isBare || number === undefined ? [] : [{ row, number }]
  })
  const most = Math.max(...kits.map(({ number }) => number))
  const floor = bare && value(bare)
  return (
    <figure className="measure">
      <figcaption>
        <h3>{title}</h3>
        <p className="quiet">{about}</p>
      </figcaption>
      <ul>
        {kits.map(({ row: { label, isOurs }, number }) => (
          <li key={label} className={isOurs ? 'measure-own' : undefined}>
            <span className="measure-name">{nameOf(label)}</span>
            <svg className="measure-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(number / most) * 100} height="8" />
              {floor !== undefined && <path d={`M${(floor / most) * 100} 0V8`} vectorEffect="non-scaling-stroke" />}
            </svg>
            <span className="measure-value">
              {number.toLocaleString('en')}
              {unit && ` ${unit}`}
            </span>
          </li>
        ))}
      </ul>
      {floor !== undefined && (
        <p className="quiet measure-floor">
          No kit: {floor.toLocaleString('en')} {unit}
        </p>
      )}
    </figure>
  )
}

/** A kit's name without remarks in brackets. */
const nameOf = (label: string): string => label.replace(/ \(.*\)$/, '')
