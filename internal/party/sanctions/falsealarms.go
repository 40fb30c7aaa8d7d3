package sanctions

import (
	_ "embed"
	"errors"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/falsealarms.txt
var falseAlarmText string

// alarmRate is how many of 1,000 ordinary names had a match of a score or above.
type alarmRate struct {
	score  int
	people float64
	common float64 // people with the commonest names
	firms  float64
}

// falseAlarms are the measured rates, the lowest score first.
var falseAlarms = sync.OnceValue(func() []alarmRate { return readFalseAlarms(falseAlarmText) })

func readFalseAlarms(text string) []alarmRate {
	var out []alarmRate
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "#") || len(fields) != 4 {
			continue
		}
		score, err := strconv.Atoi(fields[0])
		people, errPeople := strconv.ParseFloat(fields[1], 64)
		common, errCommon := strconv.ParseFloat(fields[2], 64)
		firms, errFirms := strconv.ParseFloat(fields[3], 64)
		if errors.Join(err, errPeople, errCommon, errFirms) != nil {
			continue
		}
		out = append(out, alarmRate{score: score, people: people, common: common, firms: firms})
	}
	return out
}

// AlarmRates is how many of 1,000 ordinary names had a match of a score or above when it was measured.
type AlarmRates struct {
	People      float64 // of names of people
	CommonNames float64 // of the commonest names of people
	Firms       float64
}

// FalseAlarms are the rates at the next lower score that was measured; below all of them those of the lowest.
func FalseAlarms(score int) AlarmRates {
	rate := alarmRate{}
	for i, r := range falseAlarms() {
		if i == 0 || r.score <= score {
			rate = r
		}
	}
	return AlarmRates{People: rate.people, CommonNames: rate.common, Firms: rate.firms}
}

// Of is the rate for parties of a type.
func (r AlarmRates) Of(t Type) float64 {
	if t == Individual {
		return r.People
	}
	return r.Firms
}
