import { titleOf } from '@billfold/protocol/embedded/socialIssuers'
import type { Hono } from 'hono'
import { cancelMail, secondMail, takeoverMail } from './approvalMail.ts'
import { answerPage, approvalPage, cancelPage } from './approvalPage.ts'
import type { GuardianDeps, Limits } from './createGuardian.ts'
import type { Pins } from './createPins.ts'
import type { Releases } from './createReleases.ts'
import { mailLink, pageLanguage } from './pageLanguage.ts'
import { readForm } from './readBody.ts'

type Deps = Pick<GuardianDeps, 'sendMail' | 'log'> & {
  releases: Releases
  memory: { pins: Pick<Pins, 'find'> }
  save(): void
  limits: Limits
  at(path: string): string
}

/** The person's side of a release: the page with the numbers, and the one that cancels. */
export function serveApprovals(app: Hono, { releases, memory, save, limits, at, sendMail, log }: Deps): void {
  app.get('/guardian/v1/approve/:token', (c) => {
    limits.read(c)
    const token = c.req.param('token')
    const shown = releases.show(token)
    const language = pageLanguage(c)
    return c.html(shown ? approvalPage(shown, token, language) : answerPage('ended', language), shown ? 200 : 410)
  })

  app.post('/guardian/v1/approve/:token', async (c) => {
    limits.start(c)
    const form = await readForm(c)
    const number = form.get('number') ?? undefined
    const answer = await releases.answer(c.req.param('token'), number, async (held) => {
      const { asked, address, cancelToken, opensAt, pinnedEmail, isSecond } = held
      const pin = memory.pins.find(asked.walletId)
      const language = pinnedEmail === undefined ? asked.language : pin?.language
      const link = mailLink(at(`cancel/${cancelToken}`), language)
      const facts = { site: asked.site, label: asked.device.label, link, language, opensAt: opensAt! }
      if (pinnedEmail === undefined) {
        const since = pin?.since
        const mail = isSecond ? secondMail({ ...facts, since }) : cancelMail(facts)
        return await sendMail({ to: asked.email ?? address!, ...mail })
      }
      limits.warning(pinnedEmail)
      const provider = asked.social && titleOf(asked.social.provider)
      await sendMail({ to: pinnedEmail, ...takeoverMail({ ...facts, email: asked.email, provider }) })
    })
    save()
    log({ event: answer })
    return c.html(answerPage(answer, pageLanguage(c)), answer === 'ended' ? 410 : 200)
  })

  app.get('/guardian/v1/cancel/:token', (c) => {
    limits.read(c)
    const token = c.req.param('token')
    const held = releases.showHeld(token)
    const language = pageLanguage(c)
    return c.html(held ? cancelPage(held, token, language) : answerPage('tooLate', language), held ? 200 : 410)
  })

  app.post('/guardian/v1/cancel/:token', async (c) => {
    limits.start(c)
    await readForm(c)
    const answer = releases.cancel(c.req.param('token'))
    save()
    log({ event: answer === 'refused' ? 'cancelled' : answer })
    const isStopped = answer === 'refused'
    return c.html(answerPage(isStopped ? 'cancelled' : 'tooLate', pageLanguage(c)), isStopped ? 200 : 410)
  })
}
