package serp

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/each"
)

// units are the words for units of time, in the languages of the engines' news markets. A month is 30 days, a year
// 365.
var units = func() map[string]time.Duration {
	const day = 24 * time.Hour
	table := map[string]time.Duration{}
	for d, words := range map[time.Duration]string{
		time.Second: "s sec secs second seconds sek sekunde sekunden seconde seconden secondes segundo segundos secondo secondi sekund sekunder sekundę sekundy sekundami " +
			"секунду секунды секунд секунди сек saniye detik giây sekuntia másodperce secunde δευτερόλεπτα ثانية ثوان ثواني שניות 秒 秒钟 秒鐘 초",
		time.Minute: "m min mins minute minutes minuten minuto minutos minuti minuut minut minuter minutter minutę minuty minutami minutou " +
			"минуту минуты минут мин хвилину хвилини хвилин хв dakika dk menit phút minuuttia minuutti perce λεπτά λεπτό دقيقة دقائق דקה דקות 分 分钟 分鐘 分間 분",
		time.Hour: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore oră uur uren timme timmar tim time timer godz godzina godzinę godziny godzin " +
			"час часа часов ч годину години годин hodinu hodiny hodin hodinami hodinou saat sa jam giờ tuntia tunti órája óra ώρα ώρες ساعة ساعات שעה שעות 小时 小時 時間 시간",
		day: "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dagar dage dager dzień dni den dny dnem dnů " +
			"день дня дней дн дні днів gün hari ngày päivää päivä napja zi zile ημέρα ημέρες μέρες يوم أيام יום ימים 天 日 일",
		7 * day: "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken vecka veckor uke uker uge uger tydzień tygodnie tygodni týden týdny týdnů týdnem " +
			"неделю недели недель нед тиждень тижні тижнів hafta minggu tuần viikkoa viikko hete săptămână săptămâni εβδομάδα εβδομάδες أسبوع أسابيع שבוע שבועות 周 週 週間 주 주일",
		30 * day: "mo mon mos month months monat monate monaten mois mes meses mês mese mesi maand maanden månad månader måned måneder miesiąc miesiące miesięcy měsíc měsíce měsíců měsícem měsíci " +
			"месяц месяца месяцев мес місяць місяці місяців ay bulan tháng kuukautta kuukausi hónapja lună luni μήνα μήνες شهر أشهر חודש חודשים 个月 個月 か月 ヶ月 カ月 개월 달",
		365 * day: "y yr yrs year years jahr jahre jahren ans année années año años ano anos anno anni jaar år rok lata lat rokem roky let " +
			"год года лет рік роки років yıl tahun năm vuotta vuosi éve ani χρόνο χρόνια έτος έτη سنة سنوات שנה שנים 年 년",
	} {
		for word := range strings.FieldsSeq(words) {
			table[word] = d
		}
	}
	return table
}()

// twice are the words that mean two of a unit.
var twice = map[string]time.Duration{
	"دقيقتين": time.Minute, "ساعتين": time.Hour, "يومين": 24 * time.Hour, "أسبوعين": 7 * 24 * time.Hour, "شهرين": 30 * 24 * time.Hour,
	"דקותיים": time.Minute, "שעתיים": time.Hour, "יומיים": 24 * time.Hour, "שבועיים": 7 * 24 * time.Hour, "חודשיים": 30 * 24 * time.Hour,
}

// once are the units that mean one without a number.
var once = each.WordSet(`час минуту день неделю месяц год годину хвилину тиждень місяць рік godzinę minutę dzień
	tydzień miesiąc rok hodinou minutou dnem týdnem měsícem rokem ساعة دقيقة يوم أسبوع شهر سنة שעה דקה יום שבוע
	חודש שנה`)

// articles are the words for one; "an" is also French for a year.
var articles = each.WordSet("a an one un une una uno um uma ein eine einer einem een en et ett bir ένα μία jedną jeden")

// past are the words that mark a span as being in the past; small are other words around them.
var (
	past = each.WordSet(`ago vor hace há fa geleden atrás sedan för siden temu назад тому před önce lalu trước acum πριν
		sitten منذ قبل לפני`)
	beside = each.WordSet("about for yang από almost over")
)

// pastEndings are the same as suffixes of the unit.
var pastEndings = []string{"以前", "之前", "前", "전"}

// whole are the words for a span without a number.
var whole = map[string]time.Duration{
	"now": 0, "just now": 0, "today": 0, "moments ago": 0, "heute": 0, "hoy": 0, "oggi": 0, "hoje": 0, "aujourd'hui": 0, "vandaag": 0, "idag": 0, "i dag": 0, "dzisiaj": 0, "dziś": 0,
	"сегодня": 0, "сьогодні": 0, "dnes": 0, "bugün": 0, "今日": 0, "今天": 0, "오늘": 0, "刚刚": 0, "剛剛": 0, "たった今": 0, "방금": 0,
	"yesterday": 24 * time.Hour, "gestern": 24 * time.Hour, "hier": 24 * time.Hour, "ayer": 24 * time.Hour, "ieri": 24 * time.Hour, "ontem": 24 * time.Hour, "gisteren": 24 * time.Hour,
	"igår": 24 * time.Hour, "i går": 24 * time.Hour, "wczoraj": 24 * time.Hour, "вчера": 24 * time.Hour, "вчора": 24 * time.Hour, "včera": 24 * time.Hour, "dün": 24 * time.Hour, "eilen": 24 * time.Hour,
	"kemarin": 24 * time.Hour, "hôm qua": 24 * time.Hour, "昨日": 24 * time.Hour, "昨天": 24 * time.Hour, "어제": 24 * time.Hour,
}

// relative reads a span back from now: "5 hours ago", "vor 3 Tagen", "il y a un an", "3時間前", "25d". said reports
// whether the text marks it as past, rather than as, say, a duration. s is in lower case.
func relative(s string) (back time.Duration, said, ok bool) {
	if back, ok = whole[s]; ok {
		return back, true, true
	}
	if len(s) > 60 {
		return 0, false, false
	}

	number := -1
	unit := time.Duration(0)
	s, said = strings.CutPrefix(s, "il y a ")
	for _, word := range words(s) {
		if n, err := strconv.Atoi(word); err == nil {
			if number > 0 || n < 0 || n > 9999 {
				return 0, false, false
			}
			number = n
			continue
		}
		if end := endOf(word); end != "" {
			said = true
			if word = strings.TrimSuffix(word, end); word == "" {
				continue
			}
		}
		length, isUnit := units[word]
		switch pair, two := twice[word]; {
		case past[word]:
			said = true
		case beside[word]:
		case two && unit == 0 && number < 0:
			number = 2
			unit = pair
		case articles[word] && number < 0:
			number = 1
		case (isUnit || word == "an") && unit == 0:
			if unit = length; word == "an" {
				unit = units["ans"]
			}
			if number < 0 && !once[word] {
				return 0, false, false
			}
		default:
			return 0, false, false
		}
	}

	if number < 0 {
		number = 1
		if !said {
			return 0, false, false
		}
	}

	return time.Duration(number) * unit, said, unit > 0
}

func endOf(word string) string {
	for _, end := range pastEndings {
		if strings.HasSuffix(word, end) {
			return end
		}
	}
	return ""
}

// words splits a text at blanks and between numbers and letters, and drops dots of abbreviations.
func words(s string) []string {
	var list []string
	for field := range strings.FieldsSeq(s) {
		i := strings.IndexFunc(field, func(r rune) bool { return r < '0' || r > '9' })
		if i > 0 {
			list = append(list, field[:i])
			field = field[i:]
		}
		field = strings.TrimSuffix(field, ".")
		if strings.ContainsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
			return []string{"?"} // anything else is not in any table
		}
		if field != "" {
			list = append(list, field)
		}
	}
	return list
}
