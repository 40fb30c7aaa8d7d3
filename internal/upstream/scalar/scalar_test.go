package scalar

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestValuesOfAnyType(t *testing.T) {
	for raw, want := range map[string]Text{
		`"a"`: "a", `" a b "`: "a b", `"a\"b"`: `a"b`, `null`: "", `12`: "12", `1.50`: "1.50", `true`: "true",
		`""`: "", `"N/A"`: "", `" -"`: "", `-1`: "-1",
	} {
		var got Text
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", raw, got, err, want)
		}
	}
}

func TestListsAndObjectsAreNoValues(t *testing.T) {
	for _, raw := range []string{`[]`, `{"a":1}`} {
		if err := json.Unmarshal([]byte(raw), new(Text)); err == nil {
			t.Errorf("%s is a value", raw)
		}
	}
}

func TestNumbersCountsAndFlags(t *testing.T) {
	for text, want := range map[Text]float64{"1,234.5": 1234.5, ".17": 0.17, "0": 0, "1E3": 1000} {
		if got, ok := text.Number(); !ok || got != want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []Text{"", "-", "n/a", "1 2", "0x10", "0x1p4", "NaN", "inf", ".", "1,2", "1,23,456", "1234,567"} {
		if got, ok := text.Number(); ok {
			t.Errorf("%q is the number %v", text, got)
		}
	}
	for _, text := range []Text{"-1", "1.5", "", "x", "1e12"} {
		if got := text.Count(); got != nil {
			t.Errorf("%q counts %d", text, *got)
		}
	}
	if n := Text("1,204").Count(); n == nil || *n != 1204 {
		t.Error("a count with a comma")
	}
	if yes, no := Text("y").Flag(), Text("N").Flag(); yes == nil || !*yes || no == nil || *no ||
		Text("u").Flag() != nil {
		t.Error("flags")
	}
}

func TestNumbersAreReadFromTextsToo(t *testing.T) {
	for _, c := range []struct {
		raw   string
		int   string // "" is refused
		float string
	}{
		{`41`, "41", "41"},
		{`"41"`, "41", "41"},
		{`" -7 "`, "-7", "-7"},
		{`4.5`, "", "4.5"},
		{`"4.5"`, "", "4.5"},
		{`null`, "", ""},
		{`""`, "", ""},
		{`true`, "", ""},
		{`"NaN"`, "", ""},
		{`"1,204"`, "", ""},
		{`[41]`, "", ""},
		{`{"n":41}`, "", ""},
	} {
		t.Run(c.raw, func(t *testing.T) {
			var whole Int
			var float Float
			errInt := json.Unmarshal([]byte(c.raw), &whole)
			errFloat := json.Unmarshal([]byte(c.raw), &float)

			if got := fmt.Sprint(whole); (errInt != nil) != (c.int == "") || errInt == nil && got != c.int {
				t.Errorf("whole %s, %v", got, errInt)
			}
			if got := fmt.Sprint(float); (errFloat != nil) != (c.float == "") || errFloat == nil && got != c.float {
				t.Errorf("number %s, %v", got, errFloat)
			}
		})
	}
}

func TestTextsComeAloneOrInAList(t *testing.T) {
	for raw, want := range map[string]string{
		`"a"`: "[a]", `["a","b"]`: "[a b]", `[]`: "[]", `""`: "[]", `null`: "[]",
		`["a",null]`: "", `[""]`: "", `{}`: "", `1`: "",
	} {
		var texts Texts
		err := json.Unmarshal([]byte(raw), &texts)
		if got := fmt.Sprint(texts); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s: %s %v, want %q", raw, got, err, want)
		}
	}
}
