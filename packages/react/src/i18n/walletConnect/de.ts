import type { WalletConnectTexts } from './walletConnectTexts.ts'

export const de = {
  ways: 'Verbindungsarten',
  platforms: {
    'qr code': 'Handy',
    mobile: 'Smartphone',
    'in-app': 'In der App',
    'link code': 'Handy',
    browser: 'Browser',
    desktop: 'Computer',
    webapp: 'Web',
  },
  scan: 'Scannen Sie diesen Code mit Ihrem Smartphone',
  scanText: 'Öffnen Sie dort Ihre Wallet, suchen Sie den Scanner und bestätigen Sie die Verbindung.',
  scanWith: (name) => `Scannen Sie diesen Code mit ${name}`,
  scanWithText: (name) =>
    `Öffnen Sie ${name} auf Ihrem Smartphone, suchen Sie den Scanner und bestätigen Sie die Verbindung.`,
  copyLink: 'Link kopieren',
  newCode: 'Neuer Code',
  newLink: 'Neuer Link',
  preparing: 'Der Link wird vorbereitet …',
  open: (name) => `${name} öffnen`,
  openText: (name) =>
    `Bestätigen Sie die Verbindung in ${name} und kommen Sie zurück. Diese Seite aktualisiert sich von selbst.`,
  openPage: (name) => `Diese Seite in ${name} öffnen`,
  openPageText: (name) => `${name} öffnet diese Seite im eigenen Browser. Verbinden Sie sich dort.`,
  scanPage: (name) => `Scannen, um diese Seite in ${name} zu öffnen`,
  scanPageText: (name) =>
    `Richten Sie die Kamera Ihres Smartphones auf den Code. Die Seite öffnet sich dort in ${name}. Verbinden Sie sich dort.`,
  notOpened: (name) => `${name} hat sich nicht geöffnet`,
  showCode: 'QR-Code anzeigen',
  noReach: {
    title: (name) => `${name} lässt sich hier nicht verbinden`,
    relay: (name) => `${name} nutzt ein Relay, das diese Website nicht verwendet.`,
    device: (name) => `Diese Website kann ${name} auf diesem Gerät nicht öffnen.`,
    notes: { relay: 'Nicht auf dieser Website', device: 'Nicht auf diesem Gerät' },
  },
  hints: (name) => [
    `Ist ${name} auf diesem Gerät installiert?`,
    'Erlauben Sie Ihrem Browser, die App zu öffnen, wenn er danach fragt.',
    'Kopieren Sie den Link und fügen Sie ihn im Scanner der Wallet ein.',
  ],
  notInstalled: (name) => `${name} ist in diesem Browser nicht installiert`,
  notInstalledText:
    'Installieren Sie die Erweiterung, kommen Sie zurück und verbinden Sie sich, oder nutzen Sie die Wallet auf Ihrem Smartphone.',
  getExtension: 'Erweiterung holen',
  installed: (name) => `${name} ist hier installiert`,
  installedText: 'Verbinden Sie sich mit der Erweiterung statt mit dem Smartphone.',
  connectHere: 'In diesem Browser verbinden',
  relay: {
    reaching: 'Das Relay wird kontaktiert …',
    reconnecting: 'Die Verbindung zum Relay wird wiederhergestellt …',
    unreachable: 'Relay nicht erreichbar',
    unreachableText:
      'Es überbringt Nachrichten an Ihre Wallet. Wir versuchen es weiter; prüfen Sie Ihre Internetverbindung.',
  },
  failures: {
    relay: 'Das Relay, das Nachrichten an Ihre Wallet überbringt, ist nicht erreichbar. Es wurde nichts weitergegeben.',
    refused: 'Das Relay bedient diese Website nicht. Es wurde nichts weitergegeben.',
    clock:
      'Die Uhr Ihres Geräts geht falsch. Stellen Sie Datum und Uhrzeit ein und verbinden Sie sich erneut. Es wurde nichts weitergegeben.',
    busy: 'Zu viele Versuche in kurzer Zeit. Warten Sie einen Moment und versuchen Sie es dann erneut.',
    unsettled:
      'Ihre Wallet hat zugestimmt, aber der Rest ihrer Antwort kam nicht an. Vielleicht hat das Relay ihn verloren. Es wurde nichts gespeichert; versuchen Sie es erneut.',
    noAccount: 'Die Wallet hat kein Konto freigegeben, das diese Website nutzen kann. Es wurde nichts gespeichert.',
    signIn: 'Die Anmeldung konnte nicht bestätigt werden. Die Verbindung wurde getrennt; es wurde nichts gespeichert.',
    unavailable: 'Diese Website hat Verbindungen zu Smartphones nicht eingerichtet.',
  },
  waiting: {
    confirm: (name) => `In ${name} bestätigen`,
    text: 'Dort wartet eine Anfrage dieser Seite.',
    more: (count) => `Wartende Anfragen: ${count}`,
    open: (name) => `${name} öffnen`,
    kinds: { signature: 'Signatur', transaction: 'Transaktion', network: 'Netzwerk' },
  },
} satisfies WalletConnectTexts
