import type { SignInTexts } from './signInTexts.ts'

export const de: SignInTexts = {
  site: 'Dapp',
  title: (site) => `${site} braucht eine Verbindung zu deiner Wallet`,
  prove: 'Signiere diese Nachricht, um zu beweisen, dass die Wallet dir gehört.',
  required: 'Signieren ist kostenlos. Wenn du abbrichst, wird die Verbindung getrennt.',
  optional: 'Signieren ist kostenlos. Wenn du abbrichst, bleibst du ohne Anmeldung verbunden.',
  sign: 'Signieren',
  signing: 'Wird signiert …',
  cancel: 'Abbrechen',
  cancelling: 'Wird abgebrochen …',
  again: 'Erneut versuchen',
  without: 'Ohne Anmeldung fortfahren',
  continueIn: (wallet) => `Weiter in ${wallet}`,
  inWallet: 'Lies die Nachricht in deiner Wallet und signiere sie.',
  checking: 'Es wird geprüft, ob du angemeldet bist …',
  verifying: 'Deine Signatur wird geprüft …',
  expired: 'Deine Sitzung ist abgelaufen. Melde dich erneut an, um fortzufahren.',
  signedIn: 'Du bist angemeldet',
  done: 'Fertig',
  website: 'Website',
  account: 'Konto',
  network: 'Netzwerk',
  troubles: {
    declined: { title: 'Signatur abgelehnt', detail: 'Du hast die Anfrage abgelehnt. Du bist nicht angemeldet.' },
    wallet: {
      title: 'Signieren nicht möglich',
      detail: 'Deine Wallet konnte die Nachricht nicht signieren. Du bist nicht angemeldet.',
    },
    invalid: {
      title: 'Die Signatur ist ungültig',
      detail: 'Deine Wallet hat ein anderes Konto verwendet. Du bist nicht angemeldet.',
    },
    refused: {
      title: 'Anmeldung nicht bestätigt',
      detail: 'Die Website hat die Signatur nicht akzeptiert. Du bist nicht angemeldet.',
    },
    unavailable: {
      title: 'Anmeldung nicht verfügbar',
      detail: 'Der Anmeldeserver antwortet nicht. Deine Wallet ist weiterhin verbunden.',
    },
    unknown: {
      title: 'Anmeldung nicht verfügbar',
      detail: 'Der Anmeldeserver antwortet nicht. Deine Wallet ist weiterhin verbunden.',
    },
  },
  toasts: {
    declined: 'Signatur abgelehnt',
    smartAccount: 'Diese Anwendung unterstützt möglicherweise keine Smart Accounts',
    initialize: 'Beim Vorbereiten der Anmeldung ist ein Problem aufgetreten',
  },
}
