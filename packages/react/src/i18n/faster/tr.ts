import type { FasterTexts } from './fasterTexts.ts'

export const tr: FasterTexts = {
  text: 'Aynı ödeme daha yüksek ücretle yeniden gönderilir. İkisinden yalnızca biri gerçekleşebilir.',
  before: 'Şimdiki ücret',
  fee: 'Yeni ücret',
  more: 'Fark',
  noChange: 'Bu ödemeden size dönen tutar daha yüksek bir ücrete yetmiyor.',
  spent: 'Bu ödemeden dönen tutarı başka bir ödeme kullanıyor; o da iptal olurdu.',
  settled: 'Bu arada sonuçlandı.',
  elsewhere: 'Bunu yalnızca cüzdanınızın kendisi hızlandırabilir.',
}
