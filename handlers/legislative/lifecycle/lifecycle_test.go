package lifecycle

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// history makes actions of lines "day source code text", the oldest first, as people tell it.
func history(t *testing.T, lines ...string) []Action {
	t.Helper()
	sources := map[string]Source{
		"H": House,
		"C": HouseCommittee,
		"S": Senate,
		"L": Library,
	}
	var actions []Action
	for _, line := range lines {
		parts := strings.SplitN(line, " ", 4)
		if len(parts) != 4 || sources[parts[1]] == "" {
			t.Fatalf("not an action: %q", line)
		}
		actions = append(actions, Action{
			Date:   parts[0],
			Source: sources[parts[1]],
			Code:   strings.Trim(parts[2], "-"),
			Text:   parts[3],
		})
	}
	slices.Reverse(actions)
	return actions
}

var (
	introducedInHouse = []string{
		"2021-01-04 L 1000 Introduced in House",
		"2021-01-04 H H11100 Referred to the House Committee on Ways and Means.",
	}
	passedBoth = append(slices.Clone(introducedInHouse),
		"2021-02-01 L 5000 Reported by the Committee on Ways and Means. H. Rept. 117-1.",
		"2021-03-01 H H37100 On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 1).",
		"2021-03-01 L 8000 Passed/agreed to in House: On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 1).",
		"2021-03-02 S - Received in the Senate and Read twice and referred to the Committee on Finance.",
		"2021-04-01 S - Passed Senate without amendment by Unanimous Consent.",
		"2021-04-01 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Unanimous Consent.",
	)
	presented = append(slices.Clone(passedBoth), "2021-04-10 L 28000 Presented to President.")
	vetoed    = append(slices.Clone(presented),
		"2021-04-20 H E30000 Vetoed by President. (text of veto message: CR H1)",
		"2021-04-20 L 31000 Vetoed by President.(text of veto message: CR H1)",
		"2021-04-21 H H40300 The Chair laid before the House the veto message from the President.",
	)
)

func TestWhereMeasuresStand(t *testing.T) {
	during := time.Date(2022, 6, 1, 0, 0, 0, 0, time.UTC) // the 117th Congress sits
	after := time.Date(2023, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why      string
		kind     string
		law      bool
		now      time.Time
		actions  []string
		current  Stage
		terminal bool
		note     Note
		steps    string
	}{
		{
			why: "introduced and not referred yet", kind: "hr", now: during,
			actions: introducedInHouse[:1],
			current: Introduced, steps: "introduced",
		},
		{
			why: "in committee", kind: "hr", now: during,
			actions: introducedInHouse,
			current: Referred, steps: "introduced referred_to_committee",
		},
		{
			why: "in committee when the Congress ended", kind: "hr", now: after,
			actions: introducedInHouse,
			current: Referred, terminal: true, note: DiedInCongress, steps: "introduced referred_to_committee",
		},
		{
			why: "ordered to be reported, and no report yet", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse), "2021-01-20 C - Ordered to be Reported by Voice Vote."),
			current: Referred, steps: "introduced referred_to_committee",
		},
		{
			why: "the report of a rule for its debate is not its own", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-01-20 H H1L210 Rules Committee Resolution H. Res. 12 Reported to House.",
				"2021-01-21 H H1L220 Rule H. Res. 12 passed House."),
			current: Referred, steps: "introduced referred_to_committee",
		},
		{
			why: "discharged without a report", kind: "sjres", now: during,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-09 S - Read twice and referred to the Committee on Finance.",
				"2021-02-23 L 14500 Senate Committee on Finance discharged by petition pursuant to 5 U.S.C. 802(c).",
			},
			current: Referred, steps: "introduced referred_to_committee",
		},
		{
			why: "an original measure of a committee", kind: "s", now: during,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-09 S - Committee on the Budget. Original measure reported to Senate by Senator Enzi.",
			},
			current: Reported, steps: "introduced reported",
		},
		{
			why: "passed by its own chamber, with the other's committee", kind: "hr", now: during,
			actions: passedBoth[:6],
			current: PassedHouse, steps: "introduced referred_to_committee reported passed_house",
		},
		{
			why: "the first referral is that of the second chamber", kind: "s", now: during,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-10 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Voice Vote.",
				"2021-02-12 H H11100 Referred to the House Committee on Natural Resources.",
			},
			current: PassedSen, steps: "introduced passed_senate referred_to_committee",
		},
		{
			why: "passed by the House on the floor, and not yet in the Library's books", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 H H37300 On motion to suspend the rules and pass the bill, as amended Agreed to by "+
					"voice vote."),
			current: PassedHouse, steps: "introduced referred_to_committee passed_house",
		},
		{
			why: "passed both", kind: "hr", now: during,
			actions: passedBoth,
			current: PassedSen, steps: "introduced referred_to_committee reported passed_house passed_senate",
		},
		{
			why: "both on one day: the second chamber's counts", kind: "sconres", now: during,
			actions: []string{
				"2021-02-02 L 10000 Introduced in Senate",
				"2021-02-05 S - Resolution agreed to in Senate with an amendment by Yea-Nay Vote. 51 - 50.",
				"2021-02-05 H H1B000 Pursuant to the provisions of H. Res. 101, S. Con. Res. 5 is considered " +
					"passed House.",
			},
			current: PassedHouse, terminal: true, note: AgreedTo, steps: "introduced passed_senate passed_house",
		},
		{
			why: "a concurrent resolution that came back with changes", kind: "hconres", now: during,
			actions: []string{
				"2021-02-02 L 1000 Introduced in House",
				"2021-02-05 L 8000 Passed/agreed to in House: On agreeing to the resolution Agreed to without " +
					"objection.",
				"2021-03-05 L 17000 Passed/agreed to in Senate: Resolution agreed to in Senate with an amendment " +
					"by Voice Vote.",
			},
			current: PassedSen, steps: "introduced passed_house passed_senate",
		},
		{
			why: "a concurrent resolution out of conference", kind: "sconres", now: after,
			actions: []string{
				"2021-03-20 L 10000 Introduced in Senate",
				"2021-03-27 L 17000 Passed/agreed to in Senate: Resolution agreed to in Senate with amendments.",
				"2021-04-14 L 8000 Passed/agreed to in House: On agreeing to the resolution, as amended Agreed to.",
				"2021-04-14 L 20700 To conference: Mr. Price moved that the House insist upon its amendment.",
				"2021-04-29 L 20900 Conference report filed: Conference report H. Rept. 117-96 filed.",
				"2021-04-30 L 21000 Conference report agreed to in House: On agreeing to the conference report " +
					"Agreed to.",
				"2021-05-05 L 23000 Conference report agreed to in Senate: Senate agreed to conference report. 51 " +
					"- 48.",
			},
			current: Differences, terminal: true, note: AgreedTo,
			steps: "introduced passed_senate passed_house resolving_differences",
		},
		{
			why: "a conference report that one chamber still owes an answer", kind: "sconres", now: during,
			actions: []string{
				"2021-03-20 L 10000 Introduced in Senate",
				"2021-03-27 L 17000 Passed/agreed to in Senate: Resolution agreed to in Senate with amendments.",
				"2021-04-14 L 8000 Passed/agreed to in House: On agreeing to the resolution, as amended Agreed to.",
				"2021-04-29 L 20900 Conference report filed: Conference report H. Rept. 117-96 filed.",
				"2021-05-05 L 23000 Conference report agreed to in Senate: Senate agreed to conference report. 51 " +
					"- 48.",
			},
			current: Differences, steps: "introduced passed_senate passed_house resolving_differences",
		},
		{
			why: "a simple resolution, in one breath", kind: "sres", now: during,
			actions: []string{
				"2021-03-27 S - Submitted in the Senate, considered, and agreed to without amendment by Unanimous " +
					"Consent.",
			},
			current: PassedSen, terminal: true, note: AgreedTo, steps: "introduced passed_senate",
		},
		{
			why: "a bill introduced and passed in one breath", kind: "s", now: during,
			actions: []string{
				"2021-03-27 S - Introduced in the Senate, read twice, considered, read the third time, and passed " +
					"without amendment.",
			},
			current: PassedSen, steps: "introduced passed_senate",
		},
		{
			why: "amendments between the houses", kind: "hr", now: during,
			actions: append(slices.Clone(passedBoth),
				"2021-05-01 L 19500 Resolving differences -- House actions: On motion that the House agree with an "+
					"amendment."),
			current: Differences,
			steps:   "introduced referred_to_committee reported passed_house passed_senate resolving_differences",
		},
		{
			why: "a motion to table is under that type and no such thing", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 L 8000 Passed/agreed to in House: On passage Passed.",
				"2021-03-01 H H82000 Ms. DeLauro moved to table the motion to reconsider"),
			current: PassedHouse, steps: "introduced referred_to_committee passed_house",
		},
		{
			why: "on the President's desk", kind: "hr", now: during,
			actions: presented,
			current: ToPresident,
			steps:   "introduced referred_to_committee reported passed_house passed_senate to_president",
		},
		{
			why: "the record may be behind when the Congress has ended", kind: "hr", now: after,
			actions: presented,
			current: ToPresident,
			steps:   "introduced referred_to_committee reported passed_house passed_senate to_president",
		},
		{
			why: "signed, and no number yet", kind: "hr", now: during,
			actions: append(slices.Clone(presented), "2021-04-20 H E30000 Signed by President."),
			current: BecameLaw, terminal: true, note: Signed,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president became_law",
		},
		{
			why: "a public law", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented),
				"2021-04-20 H E30000 Signed by President.",
				"2021-04-20 L 36000 Signed by President.",
				"2021-04-20 L 36000 Became Public Law No: 117-9."),
			current: BecameLaw, terminal: true,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president became_law",
		},
		{
			why: "a private law", kind: "s", law: true, now: after,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-10 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Voice Vote.",
				"2021-02-12 L 8000 Passed/agreed to in House: On passage Passed without objection.",
				"2021-02-20 L 28000 Presented to President.",
				"2021-02-25 L 41000 Became Private Law No: 117-1.",
			},
			current: BecameLaw, terminal: true, steps: "introduced passed_senate passed_house to_president became_law",
		},
		{
			why: "without the President's signature", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(presented),
				"2021-04-22 L 29100 Sent to Archivist of the United States unsigned by the President.",
				"2021-04-22 L 36000 Became Public Law No: 117-10."),
			current: BecameLaw, terminal: true,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president became_law",
		},
		{
			why: "vetoed", kind: "hr", now: during,
			actions: vetoed,
			current: Vetoed,
			steps:   "introduced referred_to_committee reported passed_house passed_senate to_president vetoed",
		},
		{
			why: "a vote over the veto failed", kind: "hr", now: during,
			actions: append(slices.Clone(vetoed),
				"2021-05-01 H H37100 On passage, the objections of the President to the contrary notwithstanding "+
					"Failed by the "+
					"Yeas and Nays: (2/3 required): 143 - 245 (Roll no. 2).",
				"2021-05-01 L 33000 Failed of passage in House over veto: On passage, the objections of the "+
					"President to the "+
					"contrary notwithstanding Failed by the Yeas and Nays: (2/3 required): 143 - 245 (Roll no. 2)."),
			current: Vetoed, terminal: true, note: VetoSustained,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president vetoed",
		},
		{
			why: "one chamber overrode, the other has not voted", kind: "hr", now: during,
			actions: append(slices.Clone(vetoed),
				"2021-05-01 L 32000 Passed House over veto: On passage, the objections of the President to the "+
					"contrary "+
					"notwithstanding Passed by the Yeas and Nays: (2/3 required): 383 - 41 (Roll no. 491)."),
			current: Vetoed,
			steps:   "introduced referred_to_committee reported passed_house passed_senate to_president vetoed",
		},
		{
			why: "law over the veto", kind: "hr", law: true, now: after,
			actions: append(slices.Clone(vetoed),
				"2021-05-01 H - Two-thirds of the Members present having voted in the affirmative the bill is "+
					"passed, Passed by the "+
					"Yeas and Nays: (2/3 required): 383 - 41 (Roll no. 491).",
				"2021-05-02 S - Passed Senate over veto by Yea-Nay Vote. 70 - 26. Record Vote Number: 177.",
				"2021-05-02 L 36000 Became Public Law No: 117-11."),
			current: BecameLaw, terminal: true,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president vetoed " +
				"became_law",
		},
		{
			why: "a pocket veto", kind: "hr", now: during,
			actions: append(slices.Clone(presented), "2021-12-28 L 30000 Pocket Vetoed by President."),
			current: Vetoed, terminal: true, note: VetoSustained,
			steps: "introduced referred_to_committee reported passed_house passed_senate to_president vetoed",
		},
		{
			why: "failed under suspension of the rules", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 H H37300 On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: "+
					"(2/3 required): "+
					"259 - 170 (Roll no. 308).",
				"2021-03-01 L 9000 Failed of passage/not agreed to in House: On motion to suspend the rules and "+
					"pass the bill "+
					"Failed by the Yeas and Nays: (2/3 required): 259 - 170 (Roll no. 308)."),
			current: Failed, steps: "introduced referred_to_committee failed",
		},
		{
			why: "failed, then reported: it went on", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 L 9000 Failed of passage/not agreed to in House: On motion to suspend the rules and "+
					"pass the bill Failed.",
				"2021-04-01 L 5000 Reported (Amended) by the Committee on Oversight and Reform. H. Rept. 117-134."),
			current: Reported, steps: "introduced referred_to_committee failed reported",
		},
		{
			why: "failed, then passed", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 L 9000 Failed of passage/not agreed to in House: On motion to suspend the rules and "+
					"pass the bill Failed.",
				"2021-04-01 L 8000 Passed/agreed to in House: On passage Passed by recorded vote: 220 - 210."),
			current: PassedHouse, steps: "introduced referred_to_committee failed passed_house",
		},
		{
			why: "failed in the second chamber", kind: "s", now: during,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-10 L 17000 Passed/agreed to in Senate: Passed Senate without amendment by Voice Vote.",
				"2021-03-01 L 9000 Failed of passage/not agreed to in House: On passage Failed by recorded vote: " +
					"205 - 218.",
			},
			current: Failed, steps: "introduced passed_senate failed",
		},
		{
			why: "failed in the Senate, and the Congress is over", kind: "sjres", now: after,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-03-01 S - Failed of passage in Senate by Yea-Nay Vote. 41 - 55. Record Vote Number: 100.",
			},
			current: Failed, terminal: true, note: DiedInCongress, steps: "introduced failed",
		},
		{
			why: "laid on the table by a vote", kind: "hres", now: during,
			actions: []string{
				"2021-03-17 L 1000 Introduced in House",
				"2021-03-18 H H36510 On motion to table the measure Agreed to by the Yeas and Nays: 218 - 200, 3 " +
					"Present (Roll no. 94).",
			},
			current: Failed, steps: "introduced failed",
		},
		{
			why: "a motion that failed is not the measure", kind: "hr", now: during,
			actions: append(slices.Clone(introducedInHouse),
				"2021-03-01 H H36210 On motion to recommit Failed by the Yeas and Nays: 210 - 219 (Roll no. 61).",
				"2021-03-02 S - Cloture on the motion to proceed to the measure not invoked in Senate by Yea-Nay "+
					"Vote. 49 - 50."),
			current: Referred, steps: "introduced referred_to_committee",
		},
		{
			why: "a passage that the Senate took back", kind: "s", now: during,
			actions: []string{
				"2021-02-09 L 10000 Introduced in Senate",
				"2021-02-10 S - Passed Senate without amendment by Unanimous Consent.",
				"2021-02-11 S - Senate vitiated passage of S. 1 by Unanimous Consent.",
			},
			current: Introduced, steps: "introduced",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := Of(Measure{
				Type:     c.kind,
				Congress: 117,
				IsLaw:    c.law,
				Actions:  history(t, c.actions...),
			}, c.now)

			var stages []string
			for _, s := range got.Steps {
				stages = append(stages, string(s.Stage))
			}
			if got.Current != c.current || got.Terminal != c.terminal || got.Note != c.note {
				t.Errorf("%s, terminal %v, note %q", got.Current, got.Terminal, got.Note)
			}
			if steps := strings.Join(stages, " "); steps != c.steps {
				t.Errorf("steps %s", steps)
			}
		})
	}
}

func TestRecordsWithoutActionsSayWhatTheyCan(t *testing.T) {
	got := Of(Measure{Type: "hr", Congress: 117, Introduced: "2021-01-04"}, time.Date(2021, 2, 1, 0, 0, 0, 0, time.UTC))
	if got.Current != Introduced || len(got.Steps) != 1 || got.Steps[0].Date != "2021-01-04" {
		t.Errorf("%+v", got)
	}
	if got := Of(Measure{Type: "hr", Congress: 117}, time.Now()); got.Current != "" || got.Terminal ||
		len(got.Steps) != 0 {
		t.Errorf("an empty record: %+v", got)
	}
}

func TestLawOfTheRecordCountsWithoutItsAction(t *testing.T) {
	got := Of(Measure{Type: "hr", Congress: 117, IsLaw: true, Actions: history(t, presented...)}, time.Now())
	if got.Current != BecameLaw || !got.Terminal || got.Note != "" {
		t.Errorf("%+v", got)
	}
}

func TestAmendmentOfTheConstitutionNeedsNoPresident(t *testing.T) {
	got := Of(Measure{
		Type:     "hjres",
		Congress: 117,
		Title:    "Proposing an amendment to the Constitution of the United States.",
		Actions:  history(t, passedBoth...),
	}, time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC))
	if !got.Terminal || got.Note != AgreedTo {
		t.Errorf("%+v", got)
	}
}

func TestCongressesBeginOnTheThirdOfJanuaryAtNoon(t *testing.T) {
	for at, want := range map[string]int{
		"2021-01-03T16:59:59Z": 116,
		"2021-01-03T17:00:00Z": 117,
		"2022-12-31T00:00:00Z": 117,
		"2023-01-03T12:00:00Z": 117,
		"2026-11-20T12:00:00Z": 119,
		"1973-02-01T00:00:00Z": 93,
	} {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := Congress(when); got != want {
			t.Errorf("%s: %d, want %d", at, got, want)
		}
	}
}

func TestChamberOfActions(t *testing.T) {
	for _, c := range []struct {
		action Action
		want   string
	}{
		{Action{Source: Senate, Text: "Considered by Senate."}, "senate"},
		{Action{Source: House, Code: "E20000", Text: "Presented to President."}, ""},
		{Action{Source: House, Code: "E30000", Text: "Signed by President."}, ""},
		{Action{Source: House, Code: "H15000", Text: "Held at the desk."}, "house"},
		{Action{Source: HouseCommittee, Text: "Hearings Held."}, "house"},
		{Action{Source: Library, Code: "17000", Text: "Passed/agreed to in Senate: Passed Senate."}, "senate"},
		{Action{Source: Library, Code: "B00100", Text: "Sponsor introductory remarks on measure. (CR H1)"}, ""},
		{Action{Source: Library, Code: "33000", Text: "Failed of passage in House over veto."}, "house"},
	} {
		if got := c.action.Chamber(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.action, got, c.want)
		}
	}
}
