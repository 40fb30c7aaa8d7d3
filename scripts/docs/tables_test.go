package main

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/dated"
)

func TestCheckNamesTablesPastTheirLastDay(t *testing.T) {
	last := time.Date(2026, time.December, 31, 23, 59, 0, 0, time.UTC)
	tables := []dated.Table{{
		Name:      "rates",
		GoodUntil: "2026-12-31",
		Renew:     "Add a file.",
	}, {
		Name:  "words",
		Renew: "Not needed: they stay.",
	}}
	if err := pastOf(tables, last); err != nil {
		t.Errorf("on the last day: %v", err)
	}
	err := pastOf(tables, last.Add(time.Minute))
	if err == nil || !strings.Contains(err.Error(), "rates was good until 2026-12-31: Add a file.") {
		t.Errorf("the day after: %v", err)
	}
}
