package sanctions

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/party/names"
)

func screen(t interface{ Fatal(...any) }, e *names.Engine, l *List, name string, only Type, least int) []NameMatch {
	q, err := NewQuery(e, name, only)
	if err != nil {
		t.Fatal(name, err)
	}
	return l.Screen(q, least)
}

func TestEveryListedPrimaryNameScores100AndIsExact(t *testing.T) {
	e := names.New()
	l := NewList(e, newGenerator(3).list("law", 800))
	for i := range l.parties {
		p := &l.parties[i]
		for _, asked := range []string{p.Names[0].Text, strings.ToUpper(p.Names[0].Text), "  " + p.Names[0].Text + ".\u200b"} {
			m := screen(t, e, l, asked, "", 85)
			at := slices.IndexFunc(m, func(m NameMatch) bool { return m.Party == p })
			if at < 0 || m[at].Score != 100 || m[at].Type != Exact || m[at].Matched != p.Names[0].Text {
				t.Fatalf("%q: %+v", asked, m)
			}
		}
		for _, n := range p.Names[1:] {
			m := screen(t, e, l, n.Text, p.Type, 85)
			at := slices.IndexFunc(m, func(m NameMatch) bool { return m.Party == p })
			want := 100
			if n.Weak {
				want = 95
			}
			if at < 0 || m[at].Score < want || m[at].Score == want && m[at].Type == Fuzzy {
				t.Fatalf("alias %q of %q: %+v", n.Text, p.Names[0].Text, m)
			}
		}
	}
}

func TestOrderOfWordsDoesNotMatterForEqualNames(t *testing.T) {
	e := names.New()
	src := newGenerator(4).list("law", 300)
	l := NewList(e, src)
	rapid.Check(t, func(t *rapid.T) {
		p := &l.parties[rapid.IntRange(0, len(l.parties)-1).Draw(t, "party")]
		n := p.Names[0]
		words := rapid.Permutation(strings.Fields(n.Text)).Draw(t, "order")
		m := screen(t, e, l, strings.Join(words, " "), "", 85)
		if !slices.ContainsFunc(m, func(m NameMatch) bool { return m.Party == p && m.Score == 100 && m.Type == Exact }) {
			t.Fatalf("%q for %q: %v", words, n.Text, m)
		}
	})
}

// TestAnotherEntryNeverRemovesAMatch: what a list says of a party does not depend on the rest of the list.
func TestAnotherEntryNeverRemovesAMatch(t *testing.T) {
	e := names.New()
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(rapid.Uint64().Draw(t, "seed"))
		few, more := g.list("a", 10), g.list("b", 40)
		asked := few.Parties[rapid.IntRange(0, 9).Draw(t, "party")].Names[0].Text
		for range rapid.IntRange(0, 2).Draw(t, "slips") {
			asked = g.typo(asked)
		}
		clone := func(ps []Party) []Party {
			out := slices.Clone(ps)
			for i := range out {
				out[i].Names = slices.Clone(out[i].Names)
			}
			return out
		}
		small := NewList(e, Source{ID: "x", Parties: clone(few.Parties)})
		large := NewList(e, Source{ID: "x", Parties: append(clone(few.Parties), more.Parties...)})
		after := screen(t, e, large, asked, "", 70)
		for _, m := range screen(t, e, small, asked, "", 70) {
			if !slices.ContainsFunc(after, func(n NameMatch) bool {
				return n.Party.Ref == m.Party.Ref && n.Score == m.Score && n.Type == m.Type && n.Matched == m.Matched
			}) {
				t.Fatalf("%q: lost %+v", asked, m)
			}
		}
	})
}

func TestScoresOfNamesThatAreNotEqual(t *testing.T) {
	e := names.New()
	l := NewList(e, Source{ID: "x", Parties: []Party{
		{Ref: "1", Type: Entity, Names: []Name{{Text: "FIRST RIVER BANK", Primary: true}, {Text: "SECOND HARBOUR BANK"}, {Text: "HIDDEN OTTER", Weak: true}}},
		{Ref: "2", Type: Individual, Names: []Name{{Text: "WANG Mingming", Reading: "WANG, Mingming", Primary: true}}},
		{Ref: "3", Type: Individual, Names: []Name{{Text: "王明明", Primary: true}}},
		{Ref: "4", Type: Vessel, IMO: "9900019", Names: []Name{{Text: "POLAR HERON", Primary: true}}},
		{Ref: "5", Type: Aircraft, Names: []Name{{Text: "ZZ-QRT", Primary: true}}},
		{Ref: "6", Type: Individual, Names: []Name{{Text: "Abu Ali", Primary: true}}},
		{Ref: "7", Type: Entity, Names: []Name{{Text: "€ §§", Primary: true}}}, // no reading
		{Ref: "8", Type: Entity},
		{Ref: "9", Type: Vessel, IMO: "9074729", Names: []Name{{Text: "AMBER GULL", Primary: true}, {Text: "IMO 9074729"}}},
		{Ref: "10", Type: Entity, Names: []Name{{Text: "SILENT MARMOT", Primary: true, Weak: true}}},
		{Ref: "11", Type: Individual, Names: []Name{{Text: "Mahmoud Abbas Karimi Faisal Jamal Tavakoli Golzari", Primary: true}}},
	}})
	for _, c := range []struct {
		asked, want string // ref, score, type and name of the best match, or empty
		only        Type
	}{
		{"first river bank", "1 100 exact FIRST RIVER BANK", ""},
		{"Second Harbour Bank", "1 100 alias SECOND HARBOUR BANK", ""},
		{"hidden otter", "1 95 alias HIDDEN OTTER", ""},
		{"first river bnak", "1 96 fuzzy FIRST RIVER BANK", ""},
		{"river", "", ""},
		{"IMO 9074729", "9 100 exact IMO 9074729", ""}, // an alias too
		{"silent marmot", "10 95 alias SILENT MARMOT", ""},
		{"Mahmoud Golzari", "11 86 fuzzy Mahmoud Abbas Karimi Faisal Jamal Tavakoli Golzari", ""},
		{"Mahmoud Karimi", "", ""}, // two of the commonest names, of a name of seven words
		{"firstriver bank", "1 99 fuzzy FIRST RIVER BANK", ""},
		{"Ming-Ming Wang", "2 99 fuzzy WANG Mingming", ""},
		{"WANG, Mingming", "2 100 exact WANG Mingming", Individual},
		{"WANG, Mingming", "", Entity},
		{"王明明", "3 100 exact 王明明", ""},
		{"汪明明", "", Entity},
		{"IMO 9900019", "4 100 exact IMO 9900019", ""},
		{"9900019", "4 100 exact IMO 9900019", Vessel},
		{"9900019", "", Individual},
		{"IMO 9900018", "", ""},
		{"MV Polar Heron", "4 99 fuzzy POLAR HERON", ""},
		{"zz qrt", "5 100 exact ZZ-QRT", ""},
		{"zz qrt", "", Vessel},
		{"ali", "", ""},
		{"Ali Abu", "6 100 exact Abu Ali", ""},
		{"§§", "", ""},
	} {
		q, err := NewQuery(e, c.asked, c.only)
		if c.asked == "§§" {
			if err == nil {
				t.Errorf("%q is a query", c.asked)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if m := l.Screen(q, 85); len(m) > 0 {
			got = strings.Join([]string{m[0].Party.Ref, strconv.Itoa(m[0].Score), string(m[0].Type), m[0].Matched}, " ")
		}
		if got != c.want {
			t.Errorf("%q (%s): %q, want %q", c.asked, c.only, got, c.want)
		}
	}
}

func TestOddQueriesAreAnsweredOrRefused(t *testing.T) {
	e := names.New()
	l := NewList(e, newGenerator(5).list("odd", 500))
	r := rand.New(rand.NewPCG(9, 9))
	runes := []rune("aZé9 '-.,()&\x00\u202e\u200d王ا김Я😀\n\tßİ")
	for i := range 400 {
		q := make([]rune, r.IntN(400))
		for j := range q {
			q[j] = runes[r.IntN(len(runes))]
			if i%3 == 0 {
				q[j] = rune(r.IntN(0x11000))
			}
		}
		query, err := NewQuery(e, string(q), "")
		if err != nil {
			continue
		}
		first, second := l.Screen(query, 50), l.Screen(query, 50)
		if len(first) != len(second) {
			t.Fatalf("%q: %d, then %d matches", string(q), len(first), len(second))
		}
		for k := range first {
			if first[k] != second[k] || first[k].Score < 50 || first[k].Score > 100 {
				t.Fatalf("%q: %+v, then %+v", string(q), first[k], second[k])
			}
		}
	}
	for _, s := range []string{"", " ", "\x00\x01", "\u200b\u202e", "---", "😀"} {
		if _, err := NewQuery(e, s, ""); err == nil {
			t.Errorf("%q is a query", s)
		}
	}
	for _, s := range []string{"a", "Я", "7", strings.Repeat("ab ", 133), strings.Repeat("x", 400)} {
		if _, err := NewQuery(e, s, ""); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestShipThatIsListedTwiceIsTwoMatches(t *testing.T) {
	e := names.New()
	l := NewList(e, Source{ID: "x", Parties: []Party{
		{Ref: "1", Type: Vessel, IMO: "9900019", Names: []Name{{Text: "POLAR HERON", Primary: true}}},
		{Ref: "2", Type: Vessel, IMO: "9900019", Names: []Name{{Text: "GREY HERON", Primary: true}}},
		{Ref: "3", Type: Vessel, Names: []Name{{Text: "NO NUMBER", Primary: true}}},
	}})
	if m := screen(t, e, l, "IMO 9900019", "", 85); len(m) != 2 || m[0].Score != 100 || m[1].Score != 100 {
		t.Errorf("%+v", m)
	}
	if m := screen(t, e, l, "Somebody Else", "", 85); len(m) != 0 {
		t.Errorf("%+v", m)
	}
}

// TestPartyIsFoundWhateverScoreIsAsked: at every min_score up to its own a party is found with the same score.
func TestPartyIsFoundWhateverScoreIsAsked(t *testing.T) {
	e := names.New()
	l := NewList(e, Source{ID: "test", Parties: []Party{
		{Ref: "1", Type: Individual, Names: []Name{{Text: "KIM Jong Un", Reading: "KIM, Jong Un", Primary: true}}},
		{Ref: "2", Type: Individual, Names: []Name{{Text: "IVANOV Pyotr Sergeyevich",
			Reading: "IVANOV, Pyotr Sergeyevich", Primary: true}}},
		{Ref: "3", Type: Entity, Names: []Name{{Text: "Ocean Star General Trading LLC", Primary: true}}},
		{Ref: "4", Type: Vessel, Names: []Name{{Text: "CHONG RIM 2", Primary: true}}},
	}})
	for _, query := range []string{"김정은", "Kim Jong", "P. Ivanov", "Ivanof Petr", "Ocean Star Trading", "Ocean",
		"CHONGRIM2", "Chong Rim 3"} {
		q, err := NewQuery(e, query, "")
		if err != nil {
			t.Fatal(err)
		}
		all := l.Screen(q, 50)
		for least := 51; least <= 100; least++ {
			want := slices.DeleteFunc(slices.Clone(all), func(m NameMatch) bool { return m.Score < least })
			if got := l.Screen(q, least); !slices.Equal(got, want) {
				t.Errorf("%q at %d: %v, at 50 %v", query, least, got, all)
			}
		}
	}
}
