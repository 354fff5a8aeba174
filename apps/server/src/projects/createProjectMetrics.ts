import { Counter, type Registry } from 'prom-client'

/** Counts requests by project: `size` projects by name, in the order of their first request, and the others together. */
export function createProjectMetrics(register: Registry, size: number) {
  const known = new Set<string>()
  const registers = [register]
  const requests = new Counter({
    name: 'project_requests_total',
    help: 'Requests by project and class of status; projects beyond PROJECT_METRICS are "other"',
    labelNames: ['project', 'status'],
    registers,
  })
  const seconds = new Counter({
    name: 'project_request_seconds_total',
    help: 'Time of requests by project, from the request to its response',
    labelNames: ['project'],
    registers,
  })
  const labelOf = (id: string): string => {
    if (known.has(id)) return id
    if (known.size >= size) return 'other'
    known.add(id)
    return id
  }
  return {
    observe(id: string, status: number, durationMs: number): void {
      const project = labelOf(id)
      requests.inc({ project, status: `${Math.floor(status / 100)}xx` })
      seconds.inc({ project }, durationMs / 1_000)
    },
  }
}
