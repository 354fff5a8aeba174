import { trustedTypesName } from '../page/trustedTypesName.ts'

/** Origins that the frame's page may call, and those that may embed it. */
export type Reach = { connect: readonly string[]; ancestors: readonly string[] }

function contentPolicy({ connect, ancestors }: Reach): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': connect.length > 0 ? connect : ["'none'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ancestors.length > 0 ? ancestors : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [trustedTypesName],
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ')
}

const features = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
]

/** Headers of every response, files and errors included: a worker's policy comes with its own file. */
export function frameHeaders(reach: Reach): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(reach),
    'origin-agent-cluster': '?1',
    'permissions-policy': [
      ...features.map((name) => `${name}=()`),
      ...['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write'].map(
        (name) => `${name}=(self)`,
      ),
    ].join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}
