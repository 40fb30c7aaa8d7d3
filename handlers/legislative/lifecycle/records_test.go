package lifecycle

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestLabelledMeasures: resolutions, vetoes and overrides, and the day on which a measure became law.
func TestLabelledMeasures(t *testing.T) {
	during := time.Date(2022, 6, 1, 0, 0, 0, 0, time.UTC) // the 117th Congress sits
	after := time.Date(2023, 6, 1, 0, 0, 0, 0, time.UTC)
	overridden := append(slices.Clone(vetoed),
		"2021-05-01 L 32000 Passed House over veto: Passed by the Yeas and Nays: (2/3 required): 322 - 87.",
		"2021-05-02 L 33000 Passed Senate over veto: Passed Senate over veto by Yea-Nay Vote. 81 - 13.",
	)
	for _, c := range []struct {
		why     string
		kind    string
		title   string
		law     bool
		now     time.Time
		actions []string
		current Stage
		over    bool
		note    Note
		lawDay  string // of became_law, "null" where it is not known, "" where it is no stage
	}{
		{
			why: "law by signature", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented),
				"2021-04-19 L 36000 Signed by President.", "2021-04-19 L 36000 Became Public Law No: 117-7."),
			current: BecameLaw, over: true, lawDay: "2021-04-19",
		},
		{
			why: "law by signature, with papers sent days later", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented),
				"2021-04-19 L 36000 Became Public Law No: 117-7.",
				"2021-04-25 H H8D000 The enrolled papers were returned to the Clerk."),
			current: BecameLaw, over: true, lawDay: "2021-04-19",
		},
		{
			why:  "law by number alone: the day is not that of the last action",
			kind: "hr", law: true, now: after,
			actions: presented,
			current: BecameLaw, over: true, lawDay: "null",
		},
		{
			why:  "law by number alone, with a message as the last action",
			kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented), "2021-06-30 S - Message on House action received in Senate."),
			current: BecameLaw, over: true, lawDay: "null",
		},
		{
			why: "law without a signature", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented),
				"2021-04-22 L 36000 Became Public Law No: 117-7, without the signature of the President."),
			current: BecameLaw, over: true, lawDay: "2021-04-22",
		},
		{
			why: "vetoed while the Congress sits", kind: "hr", now: during,
			actions: vetoed, current: Vetoed,
		},
		{
			why: "vetoed and never taken up again", kind: "hr", now: after,
			actions: vetoed, current: Vetoed, over: true, note: VetoSustained,
		},
		{
			why: "overridden by both chambers", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(overridden), "2021-05-02 L 41000 Became Public Law No: 117-7."),
			current: BecameLaw, over: true, lawDay: "2021-05-02",
		},
		{
			why: "overridden, and no action has the law", kind: "hr", law: true, now: after,
			actions: overridden, current: BecameLaw, over: true, lawDay: "null",
		},
		{
			why: "overridden by the House, sustained by the Senate", kind: "hr", now: during,
			actions: append(slices.Clone(vetoed),
				"2021-05-01 L 32000 Passed House over veto: Passed by the Yeas and Nays: (2/3 required): 322 - 87.",
				"2021-05-02 S - Failed of passage in Senate over veto by Yea-Nay Vote. 50 - 45."),
			current: Vetoed, over: true, note: VetoSustained,
		},
		{
			why: "overridden by the House, the Senate has not voted", kind: "hr", now: during,
			actions: append(slices.Clone(vetoed),
				"2021-05-01 L 32000 Passed House over veto: Passed by the Yeas and Nays: (2/3 required): 322 - 87."),
			current: Vetoed,
		},
		{
			why: "pocket veto", kind: "hr", now: during,
			actions: append(slices.Clone(presented), "2021-04-30 L 30000 Pocket Vetoed by President."),
			current: Vetoed, over: true, note: VetoSustained,
		},
		{
			why: "a joint resolution of disapproval, vetoed and sustained", kind: "sjres", now: during,
			actions: []string{
				"2021-02-02 L 10000 Introduced in Senate",
				"2021-02-20 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Yea-Nay. 53 - 45.",
				"2021-03-01 L 8000 Passed/agreed to in House: On passage Passed by recorded vote: 227 - 196.",
				"2021-03-10 L 28000 Presented to President.",
				"2021-03-20 L 31000 Vetoed by President.",
				"2021-03-27 S - Failed of passage in Senate over veto by Yea-Nay Vote. 48 - 50.",
			},
			current: Vetoed, over: true, note: VetoSustained,
		},
		{
			why: "a simple resolution ends with its own chamber", kind: "hres", now: during,
			actions: []string{
				"2021-02-02 L 1000 Introduced in House",
				"2021-02-04 L 8000 Passed/agreed to in House: On agreeing to the resolution Agreed to by voice vote.",
			},
			current: PassedHouse, over: true, note: AgreedTo,
		},
		{
			why: "a concurrent resolution that one chamber agreed to waits for the other", kind: "sconres", now: during,
			actions: []string{
				"2021-02-02 L 10000 Introduced in Senate",
				"2021-02-04 L 17000 Passed/agreed to in Senate: Resolution agreed to in Senate by Voice Vote.",
			},
			current: PassedSen,
		},
		{
			why: "an ordinary joint resolution agreed to by both is not done", kind: "hjres", now: during,
			title: "Making further continuing appropriations for fiscal year 2022.",
			actions: []string{
				"2021-02-02 L 1000 Introduced in House",
				"2021-02-04 L 8000 Passed/agreed to in House: On passage Passed without objection.",
				"2021-02-05 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Voice Vote.",
			},
			current: PassedSen,
		},
		{
			why: "an amendment of the Constitution is never signed", kind: "hjres", now: during,
			title: "Proposing an amendment to the Constitution relative to equal rights.",
			actions: []string{
				"2021-02-02 L 1000 Introduced in House",
				"2021-02-04 L 8000 Passed/agreed to in House: On passage Passed by the Yeas and Nays: 354 - 24.",
				"2021-02-05 L 17000 Passed/agreed to in Senate: Passed Senate without amendment. 84 - 8.",
			},
			current: PassedSen, over: true, note: AgreedTo,
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			course := Of(Measure{
				Type:     c.kind,
				Congress: 117,
				Title:    c.title,
				IsLaw:    c.law,
				Actions:  history(t, c.actions...),
			}, c.now)
			got := map[string]any{
				"current": course.Current,
				"over":    course.Terminal,
				"note":    course.Note,
				"lawDay":  "",
			}
			for _, s := range course.Steps {
				if s.Stage == BecameLaw {
					got["lawDay"] = strings.ReplaceAll(fmt.Sprint("null", s.Date), "null2", "2")
				}
			}
			handlertest.Holds(t, got, map[string]any{
				"current": c.current,
				"over":    c.over,
				"note":    c.note,
				"lawDay":  c.lawDay,
			})
		})
	}
}
