import '../screens/frame.css'
import { connectWallet } from '../wallet/connectWallet.ts'
import { boot } from './boot.ts'
import { openWorker } from './openWorker.ts'
import { tellOpener } from './tellOpener.ts'

if (location.pathname === '/social') void tellOpener()
else void boot((settings) => connectWallet(openWorker(), settings))
