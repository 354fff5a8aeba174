import '../screens/frame.css'
import { connectWallet } from '../wallet/connectWallet.ts'
import { boot } from './boot.ts'
import { openWorker } from './openWorker.ts'

void boot((settings) => connectWallet(openWorker(), settings))
