import { type AppKitEvent, useAppKitEvents } from '@billfold/react'
import { useEffect, useState } from 'react'

const kept = 6

/** The last events, newest first, from `useAppKitEvents`. */
export function EventLog() {
  const last = useAppKitEvents()
  const [events, setEvents] = useState<readonly AppKitEvent[]>([])
  useEffect(() => setEvents((before) => [last, ...before.filter((each) => each !== last)].slice(0, kept)), [last])
  return (
    <section className="card play-card" aria-labelledby="events-title">
      <div className="play-title">
        <h2 id="events-title">Events</h2>
        <span className="quiet">useAppKitEvents</span>
      </div>
      <ol className="play-events" data-testid="events">
        {events.map((each) => (
          <li key={`${each.timestamp} ${each.data.event}`}>
            <code dir="ltr">{each.data.event}</code>
            <time className="quiet" dateTime={new Date(each.timestamp).toISOString()}>
              {new Date(each.timestamp).toLocaleTimeString('en-GB')}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
