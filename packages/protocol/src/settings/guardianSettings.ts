import { everyProgram } from './commonSettings.ts'
import { hasProtocol, optional, required, type Settings, secret, whole } from './setting.ts'

const isHttp = hasProtocol(/^https?:$/)
const projectList = /^[\w-]{1,64}=[a-z0-9.-]{1,253}(?::\d{1,5})?(?:,[\w-]{1,64}=[a-z0-9.-]{1,253}(?::\d{1,5})?)*$/

/** The guardian. */
export const guardianSettings = {
  ...everyProgram,
  PORT: whole(0, 65_535, 8790, 'Listen port.'),
  GUARDIAN_KEY_FILE: required('the path of its key', 'Its keys, one per line, [newest first](guardian.md#a-new-key).'),
  GUARDIAN_MEMORY_FILE: optional(
    'a path',
    'Whose each wallet is, and who waits; `memory` beside the key if not set. Encrypted with the key.',
  ),
  GUARDIAN_PUBLIC_URL: required(
    'where it is reached from outside, such as https://guardian.example.com',
    'Its public URL, for links in its emails.',
    isHttp,
  ),
  GUARDIAN_FRAME_ORIGINS: required(
    'the origins of the frames that may ask, with commas between them',
    'Origins of the frames that may call it, comma-separated.',
  ),
  GUARDIAN_API_URL: required(
    'the API, whose tickets it accepts, such as https://api.example.com',
    'The API, whose [tickets](guardian.md#tickets) it accepts.',
    isHttp,
  ),
  GUARDIAN_PROJECTS: required(
    'projects with their sites as emails name them, such as shop=shop.example.com,blog=blog.example.com',
    'The projects that it serves, and their sites as emails name them: `shop=shop.example.com`.',
    projectList,
  ),
  GUARDIAN_SMTP_URL: secret(
    required(
      'its own mail account, such as smtps://user:password@mail.example.com',
      'Its own mail account, at another provider than the API’s.',
      hasProtocol(/^smtps?:$/),
    ),
  ),
  GUARDIAN_MAIL_FROM: required(
    'who its mails come from, such as Guardian <guardian@example.com>',
    'Sender of its emails.',
  ),
} satisfies Settings
