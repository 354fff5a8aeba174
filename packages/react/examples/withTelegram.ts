import { telegramLaunch } from '@billfold/react/telegram'

const launch = telegramLaunch()
if (launch?.initData) await fetch('/session', { method: 'POST', body: launch.initData })
