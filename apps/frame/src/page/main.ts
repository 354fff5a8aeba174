import '../screens/frame.css'
import { boot, postToOpener } from './boot.ts'
import { startWallet } from './startWallet.ts'

if (location.pathname === '/social') void postToOpener()
else void boot(startWallet)
