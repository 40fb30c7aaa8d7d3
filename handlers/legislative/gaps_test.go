package legislative

import (
	"testing"

	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/upstream/govinfosearch"
)

func TestActionsWithoutADayLeaveAGap(t *testing.T) {
	for _, c := range []struct {
		date    string
		undated bool
	}{
		{"2022-08-07", false},
		{"2021-01-01", false}, // before since
		{"", true},
		{"soon", true},
	} {
		actions := []lifecycle.Action{{Date: "2022-08-16"}, {Date: c.date}}
		list, undated := events(actions, "2022-01-01")
		if undated != c.undated || len(list) == 0 {
			t.Errorf("%q: undated %t, %d events", c.date, undated, len(list))
		}
	}
}

func TestTextsWhoseBillCannotBeReadLeaveAGap(t *testing.T) {
	read := govinfosearch.Text{PackageID: "BILLS-117hr5376enr", Title: "A bill"}
	for _, c := range []struct {
		text govinfosearch.Text
		gaps bool
	}{
		{read, false},
		{govinfosearch.Text{PackageID: "BILLS-117hrXenr", Title: "B"}, true},
		{govinfosearch.Text{PackageID: "BILLS-117hr5377enr"}, true},
		{govinfosearch.Text{PackageID: "BILLS-116hr5377enr", Title: "Of another Congress"}, true},
	} {
		list, gaps, err := ofTexts([]govinfosearch.Text{read, c.text}, 117)
		if err != nil || gaps != c.gaps || len(list) != 1 {
			t.Errorf("%q: gaps %t, %d bills, %v", c.text.PackageID, gaps, len(list), err)
		}
	}
}
