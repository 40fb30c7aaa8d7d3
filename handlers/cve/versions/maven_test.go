package versions

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestQualifiersBehindDotsAndHyphensAreTheSame has what ComparableVersion says of versions of Hibernate, Jetty and
// others, whose qualifiers stand behind dots.
func TestQualifiersBehindDotsAndHyphensAreTheSame(t *testing.T) {
	for _, c := range []struct{ order, why string }{
		{"6.5.11-redhat-1 < 6.5.11.v20200101", "words that Maven does not know are in the order of the alphabet"},
		{"1.4.5.2-b01 < 1.4.5.2.CR1", "b with a number is beta, behind a hyphen too"},
		{"10.3.11-android < 10.3.11.v20200101", "the same"},
		{"1.0.0.RC1 < 1.0.0-RC2", "a dot before a word is a hyphen"},
		{"1.0.final-redhat < 1.0-sp1-redhat", "final says no more than nothing does"},
		{"1.0 = 1.0.Final", "the same"},
		{"1.0.Final < 1.0.Final-redhat-1", "a word behind it is after it"},
		{"1.0-ga < 1.0-ga-1", "a number behind it is after it"},
		{"1.0-rc < 1.0-rc-1", "a qualifier with a number is after the one without"},
		{"1.0-rc-1 = 1.0-rc1", "a hyphen before the number changes nothing"},
		{"1-1 < 1.1", "what is behind a dot counts for more"},
		{"1-0.alpha < 1", "zeros before a qualifier count for nothing"},
		{"1-0.alpha < 1-0.beta", "the same"},
		{"6.1.0rc3 < 6.1H.5-beta", "letters within a version"},
		{"20190126.230843 < 123456789012345678901.1", "numbers of any length"},
		{"2-x = 2.0.0.x", "zeros before a word"},
		{"1..1 = 1.0.1", "nothing between two dots is zero"},
	} {
		fields := strings.Fields(c.order)
		a, errA := Maven.Parse(fields[0])
		b, errB := Maven.Parse(fields[2])
		if errA != nil || errB != nil {
			t.Fatalf("%s: %v %v", c.order, errA, errB)
		}
		want := map[string]int{"<": -1, "=": 0}[fields[1]]
		if got := a.Compare(b); got != want || b.Compare(a) != -want {
			t.Errorf("%s (%s): %d and %d", c.order, c.why, got, b.Compare(a))
		}
	}
	for _, newest := range []string{"LATEST", "release"} {
		if _, err := Maven.Parse(newest); err == nil {
			t.Errorf("%s is no version", newest)
		}
	}
}

// mavenText draws a version of any form: separators one after another, qualifiers known and unknown, zeros.
var mavenText = rapid.Custom(func(t *rapid.T) string {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"0", "1", "2", "10", "007", "20200101", "alpha", "a", "b1", "m2", "rc", "CR1", "snapshot", "ga", "final", "sp", "sp1",
		"redhat", "v2020", "jre", "x_1", ".", "-", ".", "-", "..", ".-", "--", "",
	}), 1, 9).Draw(t, "parts")
	return "1" + strings.Join(parts, rapid.SampledFrom([]string{"", ".", "-"}).Draw(t, "separator"))
})

func TestMavenOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list [3]Version
		for i := range list {
			v, err := Maven.Parse(mavenText.Draw(t, "version"))
			if err != nil {
				t.Fatal(err)
			}
			list[i] = v
		}
		isTotalFor(t, list[0], list[1], list[2])
	})
}
