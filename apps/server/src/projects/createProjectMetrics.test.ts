import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createProjectMetrics } from './createProjectMetrics.ts'

it('names the first projects, and counts the others together', async () => {
  const register = new Registry()
  const metrics = createProjectMetrics(register, 2)
  for (const id of ['a', 'b', 'c', 'd', 'a']) metrics.observe(id, 200, 500)
  metrics.observe('b', 503, 500)
  const text = await register.metrics()
  expect(text.match(/^project_requests_total\{.+$/gm)).toEqual([
    'project_requests_total{project="a",status="2xx"} 2',
    'project_requests_total{project="b",status="2xx"} 1',
    'project_requests_total{project="other",status="2xx"} 2',
    'project_requests_total{project="b",status="5xx"} 1',
  ])
  expect(text).toContain('project_request_seconds_total{project="a"} 1\n')
})
