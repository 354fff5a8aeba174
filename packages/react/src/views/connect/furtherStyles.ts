import qr from '../../ui/qr.css?inline'
import connect from './connect.css?inline'
import walletConnect from './walletConnect.css?inline'

/** The rules of grids of wallets, of slides and of codes to scan, which come with their screens. */
export const furtherStyles: readonly string[] = [qr, connect, walletConnect]
