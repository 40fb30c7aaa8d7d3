package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/server/platform"
)

// tables are those of the program that have a last day. Nothing can replace an outdated table; the approach of the day
// is reported in advance.
func (m *monitor) tables(r *platform.HealthReport) {
	now := m.parts.Now()
	for _, t := range m.parts.Tables {
		left, ends := t.DaysLeft(now)
		if !ends {
			continue
		}

		state := t.State(now)
		r.Tables = append(r.Tables, platform.TableHealth{
			Table: t,
			State: state,
			Left:  left,
		})
		if state == dated.Past {
			r.Lacks("table:"+t.Name, string(state), "it was good until "+string(t.GoodUntil)+
				"; answers that rest on it say so or are refused until the service is updated")
		}
	}
}

// tableCollector shows the days that each table with a last day has left.
type tableCollector struct {
	tables []dated.Table
	now    func() time.Time
	left   *prometheus.Desc
}

func tableMetrics(tables []dated.Table, now func() time.Time) prometheus.Collector {
	return tableCollector{
		tables: tables,
		now:    now,
		left: prometheus.NewDesc("farebox_table_days_left",
			"Days until the last one on which a table of the program is good; negative after it.",
			[]string{"table"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c tableCollector) Describe(into chan<- *prometheus.Desc) { into <- c.left }

// Collect implements prometheus.Collector.
func (c tableCollector) Collect(into chan<- prometheus.Metric) {
	now := c.now()
	for _, t := range c.tables {
		if left, ends := t.DaysLeft(now); ends {
			into <- prometheus.MustNewConstMetric(c.left, prometheus.GaugeValue, float64(left), t.Name)
		}
	}
}
