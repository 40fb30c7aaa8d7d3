package majestic

import (
	"fmt"
	"strings"
	"testing"
)

func TestSitesOfTheTable(t *testing.T) {
	head := "GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs\n"
	var got []string
	take := func(domain []byte, rank uint32) bool {
		got = append(got, fmt.Sprintf("%d %s", rank, domain))
		return true
	}
	err := Read(strings.NewReader(head+"1,1,tea.com,com,5,6,tea.com,com,1,1,5,6\n2,1,xn--tee-0na.org,org,4,5,x,org,2,1,4,5\n"), take)
	if err != nil || strings.Join(got, "|") != "1 tea.com|2 xn--tee-0na.org" {
		t.Errorf("%q, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "1,1,tea.com,com\n", "GlobalRank,Domain,TldRank\n1,tea.com,1\n", head + "x,1,tea.com,com\n", head + "0,1,tea.com,com\n", head + "1,1\n"} {
		if err := Read(strings.NewReader(garbage), take); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}
