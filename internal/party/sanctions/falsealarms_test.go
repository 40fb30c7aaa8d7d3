package sanctions

import "testing"

func TestRatesOfFalseAlarmsFallWithTheScore(t *testing.T) {
	for _, kind := range []Type{Individual, Entity, Vessel} {
		last := 1000.0
		for score := 0; score <= 100; score++ {
			rate := FalseAlarms(score).Of(kind)
			if rate > last || rate < 0 {
				t.Fatalf("%s: %v at %d, %v below", kind, rate, score, last)
			}
			last = rate
		}
	}
}

func TestRateIsThatOfTheNextLowerMeasuredScore(t *testing.T) {
	rates := falseAlarms()
	if len(rates) < 10 {
		t.Fatalf("%d rates", len(rates))
	}
	for i, r := range rates[1:] {
		if got := FalseAlarms(r.score).People; got != r.people {
			t.Errorf("people at %d: %v, want %v", r.score, got, r.people)
		}
		if got := FalseAlarms(r.score - 1).Firms; got != rates[i].firms {
			t.Errorf("firms at %d: %v, want %v", r.score-1, got, rates[i].firms)
		}
	}
	if least := FalseAlarms(85).People; least > 10 {
		t.Errorf("%v of 1,000 at the default score, want 10 at most", least)
	}
}
