package zillow

import (
	"testing"
	"testing/fstest"
)

func read(level Level, text string) (list []Series, err error) {
	dir := fstest.MapFS{FileName(level): {Data: []byte(text)}}
	err = Read(dir, level, func(s Series) error { list = append(list, s); return nil })
	return list, err
}

func TestRowsOfEachLevel(t *testing.T) {
	const tail = "2026-06-30,2026-07-31,2026-09-30\n"
	for _, c := range []struct {
		level     Level
		text, key string
	}{
		{State, "RegionID,RegionName,RegionType,StateName," + tail + "1,New York,state,NY,,2,3\n", "new york"},
		{Metro, "RegionID,RegionName,RegionType,StateName," + tail + "0,United States,country,,1,1,1\n" +
			"1,\"Winston-Salem, NC\",msa,NC,,2,3\n", "winston-salem|nc"},
		{County, "RegionID,RegionName,RegionType,StateName,StateCodeFIPS,MunicipalCodeFIPS," + tail +
			"1,Autauga County,county,AL,1,1,,2,3\n", "01001"},
		{ZIP, "RegionID,RegionName,RegionType,StateName," + tail + "1,1001,zip,MA,,2,3\n", "01001"},
	} {
		list, err := read(c.level, c.text)
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %v, %v", c.level, list, err)
			continue
		}
		s := list[0]
		if s.Key != c.key || s.First.String() != "2026-07" || len(s.Values) != 3 || s.Values[0] != 2 ||
			s.Values[1] != 0 || s.Values[2] != 3 {
			t.Errorf("%s: %+v", c.level, s)
		}
	}
}

func TestSeriesWithoutACurrentValueAreLeftOut(t *testing.T) {
	list, err := read(State, "RegionName,StateName,2026-01-31,2026-05-31,2026-06-30,2026-09-30\n"+
		"Texas,TX,1,1,,\nUtah,UT,1,1,1,\nIowa,IA,,,,\nOhio,OH,0,,,\n")
	if err != nil || len(list) != 1 || list[0].Name != "Utah" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestOtherTablesAreRefused(t *testing.T) {
	for why, text := range map[string]string{
		"a page":           "<html><body>denied</body></html>",
		"nothing":          "",
		"no months":        "RegionName,StateName\nTexas,TX\n",
		"months backwards": "RegionName,StateName,2026-02-28,2026-01-31\nTexas,TX,1,1\n",
		"no names":         "RegionID,StateName,2026-01-31\n1,TX,1\n",
		"a word":           "RegionName,StateName,2026-01-31\nTexas,TX,one\n",
		"dollar signs":     "RegionName,StateName,2026-01-31\nTexas,TX,$1\n",
		"less than none":   "RegionName,StateName,2026-01-31\nTexas,TX,-1\n",
	} {
		if list, err := read(State, text); err == nil {
			t.Errorf("%s: %v", why, list)
		}
	}
}

func TestMonths(t *testing.T) {
	for m, want := range map[Month]string{
		Month(2026*12 + 1):  "2026-02-28",
		Month(2024*12 + 1):  "2024-02-29",
		Month(2026*12 + 11): "2026-12-31",
	} {
		if got := m.End().Format("2006-01-02"); got != want || MonthOf(m.End()) != m {
			t.Errorf("%d ends %s, want %s", m, got, want)
		}
	}
}
