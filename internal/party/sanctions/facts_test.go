package sanctions

import (
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

func factsList(e *names.Engine) *List {
	return NewList(e, Source{ID: "x", Parties: []Party{
		{Ref: "1", Type: Individual, Country: "RU", Births: []string{"1957-07-05"}, IDs: []string{"AB 123-456"},
			Names: []Name{{Text: "KARETNIKOV Oleg", Reading: "KARETNIKOV, Oleg", Primary: true}}},
		{Ref: "2", Type: Individual, Country: "SY", Births: []string{"circa 1960", "1971 to 1973"},
			Names: []Name{{Text: "HASSAN Ali", Reading: "HASSAN, Ali", Primary: true}}},
	}})
}

func TestFactsNarrowWhoIsFound(t *testing.T) {
	e := names.New()
	l := factsList(e)
	for _, c := range []struct {
		why, name string
		facts     Facts
		want      int // score of the best match at 50, 0 for none
	}{
		{"nothing known", "Oleg Karetnikov", Facts{}, 100},
		{"the day", "Oleg Karetnikov", Facts{Birth: "1957-07-05"}, 100},
		{"the year", "Oleg Karetnikov", Facts{Birth: "1957"}, 100},
		{"a year beside may be a slip", "Oleg Karetnikov", Facts{Birth: "1958"}, 100},
		{"another year is another person", "Oleg Karetnikov", Facts{Birth: "1984-01-31"}, 70},
		{"another country alone excludes nobody", "Oleg Karetnikov", Facts{Country: "UA"}, 100},
		{"about a year", "Ali Hassan", Facts{Birth: "1962"}, 100},
		{"within a range of years", "Ali Hassan", Facts{Birth: "1972-02"}, 100},
		{"outside all of them", "Ali Hassan", Facts{Birth: "1990"}, 70},
		{"a number finds whatever the name", "Somebody Else", Facts{ID: "ab123456"}, 100},
		{"another number", "Somebody Else", Facts{ID: "AB123457"}, 0},
	} {
		q, err := NewQuery(e, c.name, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Narrow(c.facts); err != nil {
			t.Fatal(c.why, err)
		}
		got := 0
		if m := l.Screen(q, 50); len(m) > 0 {
			got = m[0].Score
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.why, got, c.want)
		}
	}
}

func TestTheYearOfBirthMakesUpForACommonName(t *testing.T) {
	e := names.New()
	l := factsList(e)
	score := func(f Facts) int {
		q, err := NewQuery(e, "Hassan Ali Mahmoud", "")
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Narrow(f); err != nil {
			t.Fatal(err)
		}
		if m := l.Screen(q, 50); len(m) > 0 {
			return m[0].Score
		}
		return 0
	}
	plain, born := score(Facts{}), score(Facts{Birth: "1972", Country: "SY"})
	if plain >= 85 || born <= plain {
		t.Errorf("%d without and %d with the year of birth", plain, born)
	}
}

func TestFactsThatCannotBeReadAreRefused(t *testing.T) {
	q, err := NewQuery(names.New(), "Oleg Karetnikov", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		facts Facts
		want  error
	}{
		{Facts{Birth: "1957-13"}, ErrBirth},
		{Facts{Birth: "05.07.1957"}, ErrBirth},
		{Facts{Birth: "0007"}, ErrBirth},
		{Facts{ID: "12"}, ErrID},
		{Facts{ID: "passport"}, ErrID},
	} {
		if err := q.Narrow(c.facts); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.facts, err, c.want)
		}
	}
}
