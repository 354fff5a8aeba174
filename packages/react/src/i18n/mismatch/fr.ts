import type { MismatchTexts } from './mismatchTexts.ts'

export const fr = {
  sentence: (why) =>
    `Échange bloqué, car ce n’est pas celui qui vous a été montré\u00a0: ${why}. Rien n’a été échangé.`,
  why: {
    contract: 'un autre contrat est appelé',
    spender: 'un autre contrat prendrait vos jetons',
    recipient: 'quelqu’un d’autre recevrait ce que vous achetez',
    paidToken: 'vous paieriez avec un autre jeton',
    receivedToken: 'vous recevriez un autre jeton',
    amount: 'un autre montant serait pris',
    minimum: 'vous pourriez recevoir moins que le minimum',
    fee: 'les frais sont plus élevés',
    deadline: 'il pourrait être exécuté bien plus tard',
    permission: 'votre signature autoriserait autre chose',
    approval: 'l’approbation autoriserait autre chose',
    sentApproval: 'votre wallet a approuvé autre chose, vérifiez ses approbations',
    decimals: 'un jeton a un autre nombre de décimales',
    call: 'personne ne peut dire ce qu’il fait',
    simulation: 'la simulation donne autre chose',
    response: 'la réponse du serveur n’est pas valide',
  },
} satisfies MismatchTexts
