package fec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// committeeCases are names that people ask for and the committees that the FEC's search gives for their words. The
// committee that is meant is marked with an asterisk; a case without one means a committee that the FEC does not list.
// The labels were written before the rules. Scores of 85 and more are for the committee that is meant, and for no other.
const committeeCases = `
Lockheed Martin Corporation Employees' PAC|*LOCKHEED MARTIN CORPORATION EMPLOYEES' POLITICAL ACTION COMMITTEE
Boeing Company PAC|*THE BOEING COMPANY POLITICAL ACTION COMMITTEE
Boeing PAC|*THE BOEING COMPANY POLITICAL ACTION COMMITTEE
Honeywell International PAC|*HONEYWELL INTERNATIONAL POLITICAL ACTION COMMITTEE|HONEYWELL FEDERAL MANUFACTURING POLITICAL ACTION COMMITTEE
AT&T Inc. Federal PAC|*AT&T INC. FEDERAL POLITICAL ACTION COMMITTEE (AT&T FEDERAL PAC)
ActBlue|*ACTBLUE|ACTBLUE TEXAS|ACTBLUE CIVICS
ActBlue Texas|ACTBLUE|*ACTBLUE TEXAS
WinRed|*WINRED
Biden for President|*BIDEN FOR PRESIDENT|BIDEN VICTORY FUND|HARRIS FOR PRESIDENT
Harris for President|BIDEN FOR PRESIDENT|*HARRIS FOR PRESIDENT|HARRIS FOR SENATE
Harris for Senate|HARRIS FOR PRESIDENT|*HARRIS FOR SENATE|HARRIS FOR CONGRESS
Trump Victory|*TRUMP VICTORY|BIDEN VICTORY FUND
Biden Victory Fund|TRUMP VICTORY|*BIDEN VICTORY FUND
Donald J. Trump for President, Inc.|*DONALD J. TRUMP FOR PRESIDENT, INC.|TRUMP MAKE AMERICA GREAT AGAIN COMMITTEE
Donald Trump for President|*DONALD J. TRUMP FOR PRESIDENT, INC.|DONALD J. TRUMP FOR PRESIDENT 2024, INC.
Donald J. Trump for President 2024|DONALD J. TRUMP FOR PRESIDENT, INC.|*DONALD J. TRUMP FOR PRESIDENT 2024, INC.
Friends of Schumer|*FRIENDS OF SCHUMER|FRIENDS OF SHERROD BROWN
Friends of Sherrod Brown|FRIENDS OF SCHUMER|*FRIENDS OF SHERROD BROWN|FRIENDS OF BROWN
Pelosi for Congress|*NANCY PELOSI FOR CONGRESS|PELOSI VICTORY FUND
Nancy Pelosi for Congress|*NANCY PELOSI FOR CONGRESS|NANCY MACE FOR CONGRESS
Nancy Mace for Congress|NANCY PELOSI FOR CONGRESS|*NANCY MACE FOR CONGRESS
Team Graham|*TEAM GRAHAM, INC.|TEAM CRUZ
Ted Cruz for Senate|*TED CRUZ FOR SENATE|TED BUDD FOR SENATE|TED CRUZ VICTORY COMMITTEE
Ted Budd for Senate|TED CRUZ FOR SENATE|*TED BUDD FOR SENATE
Warnock for Georgia|*WARNOCK FOR GEORGIA|WALKER FOR GEORGIA|OSSOFF FOR GEORGIA
Democratic National Committee|*DNC SERVICES CORP / DEMOCRATIC NATIONAL COMMITTEE|DEMOCRATIC CONGRESSIONAL CAMPAIGN COMMITTEE
Republican National Committee|*REPUBLICAN NATIONAL COMMITTEE|REPUBLICAN NATIONAL COMMITTEE - RECOUNT|REPUBLICAN JEWISH COALITION PAC
DCCC|*DCCC|DSCC
DSCC|DCCC|*DSCC
NRCC|*NRCC|NRSC
NRSC|NRCC|*NRSC
Senate Leadership Fund|*SENATE LEADERSHIP FUND|CONGRESSIONAL LEADERSHIP FUND
Congressional Leadership Fund|SENATE LEADERSHIP FUND|*CONGRESSIONAL LEADERSHIP FUND
Senate Majority PAC|*SMP|HOUSE MAJORITY PAC
House Majority PAC|SENATE MAJORITY PAC|*HOUSE MAJORITY PAC|HOUSE MAJORITY FORWARD
Club for Growth Action|*CLUB FOR GROWTH ACTION|CLUB FOR GROWTH PAC
Club for Growth PAC|CLUB FOR GROWTH ACTION|*CLUB FOR GROWTH PAC
EMILY's List|*EMILYS LIST|EMILY'S LIST FEDERAL FUND
NRA Political Victory Fund|*NATIONAL RIFLE ASSOCIATION OF AMERICA POLITICAL VICTORY FUND
National Rifle Association of America Political Victory Fund|*NATIONAL RIFLE ASSOCIATION OF AMERICA POLITICAL VICTORY FUND
National Association of Realtors PAC|*NATIONAL ASSOCIATION OF REALTORS POLITICAL ACTION COMMITTEE|NATIONAL ASSOCIATION OF HOME BUILDERS POLITICAL ACTION COMMITTEE
National Beer Wholesalers Association PAC|*NATIONAL BEER WHOLESALERS ASSOCIATION POLITICAL ACTION COMMITTEE|NATIONAL WHOLESALERS ASSOCIATION PAC
American Bankers Association PAC|*AMERICAN BANKERS ASSOCIATION PAC (BANKPAC)|AMERICAN BAKERS ASSOCIATION PAC|INDEPENDENT COMMUNITY BANKERS OF AMERICA PAC
American Bakers Association PAC|AMERICAN BANKERS ASSOCIATION PAC (BANKPAC)|*AMERICAN BAKERS ASSOCIATION PAC
American Hospital Association PAC|*AMERICAN HOSPITAL ASSOCIATION PAC|AMERICAN HEALTH CARE ASSOCIATION PAC
Deloitte PAC|*DELOITTE POLITICAL ACTION COMMITTEE|DELTA POLITICAL ACTION COMMITTEE
KPMG Partners PAC|*KPMG PARTNERS/PRINCIPALS AND EMPLOYEES PAC
UPS PAC|*UNITED PARCEL SERVICE INC. PAC (UPSPAC)
United Parcel Service PAC|*UNITED PARCEL SERVICE INC. PAC|UNITED AIRLINES INC. PAC
United Airlines PAC|UNITED PARCEL SERVICE INC. PAC|*UNITED AIRLINES INC. PAC|UNITED HEALTH GROUP PAC
Raytheon Technologies PAC|*RAYTHEON TECHNOLOGIES CORPORATION POLITICAL ACTION COMMITTEE|RAYTHEON EMPLOYEES FOR GOOD GOVERNMENT
Massachusetts Democratic State Committee|*MASSACHUSETTS DEMOCRATIC STATE COMMITTEE|MICHIGAN DEMOCRATIC STATE CENTRAL COMMITTEE
Michigan Democratic State Central Committee|MASSACHUSETTS DEMOCRATIC STATE COMMITTEE|*MICHIGAN DEMOCRATIC STATE CENTRAL COMMITTEE
Smith for Congress|JOHN SMYTHE FOR CONGRESS|*SMITH FOR CONGRESS|SMITH FOR SENATE
Jones for Congress|SMITH FOR CONGRESS|JOHNSON FOR CONGRESS
Adam Schiff for Senate|SCHIFF FOR CONGRESS|ADAM KINZINGER FOR CONGRESS
Acme Corporation PAC|AMERICAN CORPORATION POLITICAL ACTION COMMITTEE|ACE CORPORATION POLITICAL ACTION COMMITTEE
Citizens United for Trains|CITIZENS UNITED POLITICAL VICTORY FUND|CITIZENS UNITED FOR TREES
League of Conservation Voters Action Fund|*LEAGUE OF CONSERVATION VOTERS ACTION FUND|LEAGUE OF CONSERVATIVE VOTERS ACTION FUND
Priorities USA Action|*PRIORITIES USA ACTION|AMERICA FIRST ACTION
`

// TestCommitteesByName: the score tells the committee that is meant from others that share words with it.
func TestCommitteesByName(t *testing.T) {
	cases := strings.Split(strings.TrimSpace(committeeCases), "\n")
	if len(cases) != 60 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, line := range cases {
		asked, listed, _ := strings.Cut(line, "|")
		t.Run(asked, func(t *testing.T) {
			var rows []string
			means := map[string]bool{}
			for i, name := range strings.Split(listed, "|") {
				id := fmt.Sprintf("C%08d", i+1)
				meant := strings.HasPrefix(name, "*")
				means[id] = meant
				row := strings.ReplaceAll(fectest.ActBlue, "C00401224", id)
				rows = append(rows, strings.Replace(row, `"name":"ACTBLUE"`, fmt.Sprintf(`"name":%q`, strings.TrimPrefix(name, "*")), 1))
			}
			s, _ := service(t,
				upstreamtest.Answer{URL: fectest.API + "/committees/", Body: fmt.Sprintf(`{"results":[%s],"pagination":{"count":%d}}`,
					strings.Join(rows, ","), len(rows))},
				upstreamtest.Answer{URL: fectest.API + "/committee/*", Body: `{"results":[],"pagination":{"count":0}}`})
			_, answer := s.Get("/fec/committee", "q", asked)
			list, ok := answer["committees"].([]any)
			if !ok {
				t.Fatal(answer)
			}
			for _, c := range list {
				one := c.(map[string]any)
				score, _ := one["name_match_score"].(float64)
				if meant := means[one["committee_id"].(string)]; score >= 85 != meant {
					t.Errorf("%v: %v, want it meant: %v", one["name"], score, meant)
				}
			}
		})
	}
}
