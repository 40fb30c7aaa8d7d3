package serp

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ago finds "5 hours ago", "vor 3 Tagen", "hace 2 horas", "25d", "1 h".
var ago = regexp.MustCompile(`^(?:about |il y a |vor |hace |há |fa )?(\d{1,4}|an?|one|un|une|una|uno|einer?|einem)\s*([\p{L}]+)\.?(?:\s+(?:ago|fa|geleden|atrás))?$`)

// units are the words that engines count by, in the languages whose news pages they serve most. A month is 30 days, a
// year 365.
var units = func() map[string]time.Duration {
	const day = 24 * time.Hour
	table := map[string]time.Duration{}
	for d, words := range map[time.Duration]string{
		time.Second: "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi",
		time.Minute: "m min mins minute minutes minuten minuto minutos minuti minuut",
		time.Hour:   "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur",
		day:         "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen",
		7 * day:     "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
		30 * day:    "mo mon mos month months monat monate monaten mois mes meses mês mese mesi maand maanden",
		365 * day:   "y yr yrs year years jahr jahre jahren an ans année années año años ano anos anno anni jaar",
	} {
		for word := range strings.FieldsSeq(words) {
			table[word] = d
		}
	}
	return table
}()

// whole are the words for a distance without a number.
var whole = map[string]time.Duration{
	"now": 0, "just now": 0, "today": 0, "moments ago": 0, "heute": 0, "hoy": 0, "oggi": 0, "hoje": 0, "aujourd'hui": 0, "vandaag": 0,
	"yesterday": 24 * time.Hour, "gestern": 24 * time.Hour, "hier": 24 * time.Hour, "ayer": 24 * time.Hour, "ieri": 24 * time.Hour, "ontem": 24 * time.Hour, "gisteren": 24 * time.Hour,
}

// layouts are absolute dates as engines and feeds write them.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05", "2006-01-02",
	time.RFC1123, time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 -0700",
	"Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "2.1.2006",
}

// When reads the date of a result: relative to now ("3 hours ago"), or absolute. dayFirst says how 9/3/2026 is meant
// where both readings are possible: the 9th of March, rather than September 3rd. ok is false for what is no date, or one more than a day ahead.
// Times without a zone are taken as UTC, and the result is in UTC, to the second.
func When(s string, now time.Time, dayFirst bool) (at time.Time, ok bool) {
	s = Clean(s)
	lower := strings.ToLower(s)
	if back, known := whole[lower]; known {
		return settle(now.Add(-back), now)
	}
	if m := ago.FindStringSubmatch(lower); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			n = 1 // "an hour ago"
		}
		if unit, known := units[m[2]]; known {
			return settle(now.Add(-time.Duration(n)*unit), now)
		}
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return settle(t, now)
		}
	}
	first, second := "1/2/2006", "2/1/2006"
	if dayFirst {
		first, second = second, first
	}
	for _, layout := range []string{first, second} {
		if t, err := time.Parse(layout, s); err == nil {
			return settle(t, now)
		}
	}
	return time.Time{}, false
}

// Unix is the time of a count of seconds, under the rule of When.
func Unix(seconds int64, now time.Time) (time.Time, bool) {
	if seconds <= 0 || seconds > 1<<40 {
		return time.Time{}, false
	}
	return settle(time.Unix(seconds, 0), now)
}

func settle(t, now time.Time) (time.Time, bool) {
	if t.After(now.Add(24*time.Hour)) || t.Year() < 1970 {
		return time.Time{}, false
	}
	return t.UTC().Truncate(time.Second), true
}

// Dated parts the date in front of a snippet ("Mar 13, 2026 · ", "2 days ago - ", "14 Oct 2023 ... ") from the rest of it. dayFirst
// is that of When. at is zero when there is none.
func Dated(snippet string, now time.Time, dayFirst bool) (at time.Time, rest string) {
	const longest = 30 // characters of a date
	for _, parting := range []string{" · ", " - ", " — ", " – ", "—", " ... "} {
		date, behind, found := strings.Cut(snippet, parting)
		if !found || len(date) > longest {
			continue
		}
		if t, ok := When(date, now, dayFirst); ok && strings.ContainsAny(date, "0123456789") {
			return t, strings.TrimSpace(behind)
		}
	}
	return time.Time{}, snippet
}
