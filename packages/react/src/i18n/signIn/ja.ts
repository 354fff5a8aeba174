import type { SignInTexts } from './signInTexts.ts'

export const ja: SignInTexts = {
  site: 'このアプリ',
  title: (site) => `${site} がウォレットへの接続を求めています`,
  prove: 'このウォレットの所有者であることを証明するため、メッセージに署名してください。',
  required: '署名は無料です。キャンセルすると接続が解除されます。',
  optional: '署名は無料です。キャンセルしても、サインインせずに接続したままになります。',
  sign: '署名',
  signing: '署名中…',
  cancel: 'キャンセル',
  cancelling: 'キャンセル中…',
  again: '再試行',
  without: 'サインインせずに続ける',
  continueIn: (wallet) => `${wallet} で続けてください`,
  inWallet: 'ウォレットでメッセージを確認して署名してください。',
  checking: 'サインイン状態を確認しています…',
  verifying: '署名を検証しています…',
  expired: 'セッションの有効期限が切れました。続けるにはもう一度サインインしてください。',
  signedIn: 'サインインしました',
  done: '完了',
  website: 'サイト',
  account: 'アカウント',
  network: 'ネットワーク',
  troubles: {
    declined: { title: '署名が拒否されました', detail: 'リクエストを拒否したため、サインインしていません。' },
    wallet: {
      title: '署名できませんでした',
      detail: 'ウォレットがメッセージに署名できませんでした。サインインしていません。',
    },
    invalid: { title: '署名が無効です', detail: 'ウォレットが別のアカウントを使いました。サインインしていません。' },
    refused: {
      title: 'サインインを確認できませんでした',
      detail: 'サイトが署名を受け付けませんでした。サインインしていません。',
    },
    unavailable: {
      title: 'サインインできません',
      detail: 'サインインサーバーが応答しませんでした。ウォレットは接続されたままです。',
    },
    unknown: {
      title: 'サインインできません',
      detail: 'サインインサーバーが応答しませんでした。ウォレットは接続されたままです。',
    },
  },
  toasts: {
    declined: '署名が拒否されました',
    smartAccount: 'このアプリはスマートアカウントに対応していない可能性があります',
    initialize: 'サインインの準備中に問題が発生しました',
  },
}
