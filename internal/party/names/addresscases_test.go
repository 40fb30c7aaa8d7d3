package names

import "testing"

// TestAddressesWithSlipsAreOneAddress: an address with a letter out of place, in another order or with other
// abbreviations is the same; one whose number, street or town is another is not.
func TestAddressesWithSlipsAreOneAddress(t *testing.T) {
	e := New()
	for _, c := range []struct {
		a, b string
		same bool
		why  string
	}{
		// slips
		{"12 Oak Crescent, Leeds LS1 4AP", "12 Oak Crrscent, Leeds LS1 4AP", true, "a slip in the street type"},
		{
			"12 Oak Crescent, Lawson NSW 2783",
			"12 Oak Crescnet, Lawson NSW 2783",
			true, "two letters swapped in the street type",
		},
		{
			"9 Herschell Circuit, Killarney QLD 4373",
			"9 Herschell Cirucit, Killarney QLD 4373",
			true, "letters swapped in circuit",
		},
		{"9 Herschell Circuit, Killarney QLD 4373", "9 Herschel Circuit, Killarney QLD 4373", true, "a letter less"},
		{
			"9 Herschell Circuit, Killarney QLD 4373",
			"9 Herschell Circuit, Killanrey QLD 4373",
			true, "a slip in the town",
		},
		{"31 Crisp Circuit, Byford WA 6122", "31 Crispcir Cuit, Byford WA 6122", true, "a space in the wrong place"},
		{"31 Crisp Circuit, Byford WA 6122", "31 Crispcircuit, Byford WA 6122", true, "no space"},
		{
			"94 Langdon Avenue, Patterson Lakes VIC 3197",
			"94 Langdoneavenue, Patterson Lakes VIC 3197",
			true, "a letter for a space",
		},
		{
			"72 Gamor Street, Paradise Waters QLD 4217",
			"72 Gamor Treet, Paradise Awters QLD 4217",
			true, "a slip in the type and one in the town",
		},
		{"3 Barnes Place, Wynnum West QLD 4178", "3 Barnes Plaec, Wynnum West QLD 4178", true, "a short street type"},
		{
			"8 Investigator Street, Tweed Heads NSW 2485",
			"8 Investigatro Streeet, Tweed Heads NSW 2485",
			true, "two slips in one line",
		},
		{
			"350 Fifth Avenue, New York, NY 10118",
			"350 Fifht Avenue, New York, NY 10118",
			true, "a slip in an ordinal",
		},
		{
			"1600 Pennsylvania Avenue NW, Washington, DC 20500",
			"1600 Pensylvania Ave NW, Washington DC 20500",
			true, "a letter less, abbreviated",
		},
		{"Hauptstraße 5, 80331 München", "Hauptstrasse 5, 80331 Muenchen", true, "umlauts written out"},
		{"Hauptstraße 5, 80331 München", "Haupstrasse 5, 80331 München", true, "a slip in a German street"},
		{"12 rue de la Paix, 75002 Paris", "12 rue de la Piax, 75002 Paris", true, "a slip in a French street"},
		{
			"12 Oak Crescent, Lawson NSW 2783",
			"12 Oak Crescent, Lawson NSW 2738",
			true, "digits of the postcode swapped",
		},
		{"115 Bishopsgate Bouleward, London EC2M 3AB", "115 Bishopsgate Boulevard, London EC2M 3AB", true, "w for v"},
		{
			"44 Stanley Tearrce, Byford WA 6122",
			"44 Stanley Terrace, Byford WA 6122",
			true, "terrace with letters swapped",
		},
		{
			"17 Moon Parkwya, South Perth WA 6151",
			"17 Moon Parkway, South Perth WA 6151",
			true, "parkway with letters swapped",
		},
		{"12 Ahmatt Street, Rowvil Le Vic 6105", "12 Ahmatt Street, Rowville VIC 6105", true, "a space in the town"},
		{
			"12 Crispcircuit, Kurri Kurri VIC 2624",
			"12 Crisp Circuit, Kurri Kurri VIC 2622",
			true, "no space, a digit of the postcode",
		},
		{
			"4 Naas Rrad, Gwandalan ACT 2006",
			"4 Naas Road, Gwandalan ACT 2006",
			true, "a short street type with a slip",
		},
		{
			"Fenwick Place, Hoppers Crossing NSW 2344",
			"Fenwick Place, Hopperscrossing NSW 2344",
			true, "a town that is named for a street, no number",
		},
		{
			"24 Mackenziestreet, Corrimal VIC 6450",
			"24 Mackenzie Street, Corrimal VIC 6450",
			true, "a long street without a space",
		},

		// several slips beside one number and one postcode
		{
			"20 Maclea Ysutreet, Aubuan QLD 2011",
			"20 Macleay Street, Auburn QLD 2011",
			true, "a letter in the wrong word, one too many, one wrong",
		},
		{"75 Finn Street, Mirrabooka VIC 2770", "75 Finn Sgret, Mirraboo Ka VIC 2770", true, "type and town"},
		{"16 Couvreur Street, Toorak NSW 5049", "16 Couvreu Rwtreet, Toorak NSW 5049", true, "a shifted space"},
		{"17 Braine Street, Dalby WA 5290", "17 Braineystreet, Dalby WA 5290", true, "a letter for the space"},
		{"59 Davidstreet, Bellmont QLD 2145", "59 David Street, Belmont QLD 2145", true, "no space, a letter more"},
		{
			"1204 Wilshire Bulevard, Santa Monca, CA 90403",
			"1204 Wilshrie Boulevard, Santa Monica, CA 90403",
			true, "one in each word",
		},
		{"12 Oak Street, Springfield, IL 62701", "12 Elm Street, Springfield, IL 62701", false, "two short names"},
		{
			"12 Westwood Road, Springfield, IL 62701",
			"12 Eastwood Road, Springfield, IL 62701",
			false, "names that differ in their beginnings",
		},
		{
			"12 Northfield Road, Springfield, IL 62701",
			"12 Southfield Road, Springfield, IL 62701",
			false, "north and south in a name",
		},
		{
			"12 Maple Street, Springfield, IL 62701",
			"12 Marble Street, Springfield, IL 62704",
			false, "another postcode",
		},
		{"12 Park Row, Leeds LS1 4AP", "12 Park Lane, Leeds LS1 4AP", false, "two types"},

		// another order
		{"Unter den Linden 77, 10117 Berlin", "10117 Berlin, Unter den Linden 77", true, "town first"},
		{
			"Unter den Linden 77, 10117 Berlin",
			"Berlin 10117, Unter den Linden 77",
			true, "town, then postcode, first",
		},
		{
			"Unter den Linden 77, 10117 Berlin",
			"77 Unter den Linden, Berlin 10117",
			true, "number first, postcode last",
		},
		{"Unter den Linden 77, 10117 Berlin", "Unter den Linden 77, Berlin", true, "no postcode"},
		{
			"Unter den Linden 77, 10117 Berlin, Germany",
			"Germany, 10117 Berlin, Unter den Linden 77",
			true, "largest first",
		},
		{
			"Unter den Linden 77, 10117 Berlin",
			"D-10117 Berlin, Unter den Linden 77",
			true, "a postcode with the sign of the country",
		},
		{"Kurfürstendamm 21, 10719 Berlin", "10719 Berlin, Kurfürstendamm 21", true, "a street without a space"},
		{"Hauptstraße 5, 80331 München", "80331 München, Hauptstraße 5", true, "Hauptstraße first or last"},
		{"Am Markt 3, 99084 Erfurt", "99084 Erfurt, Am Markt 3", true, "a street without a type"},
		{"12 rue de Rivoli, 75004 Paris", "75004 Paris, 12 rue de Rivoli", true, "French, town first"},
		{"12 rue de Rivoli, 75004 Paris", "rue de Rivoli 12, Paris 75004", true, "French, number last"},
		{"Via Roma 12, 20121 Milano", "20121 Milano, Via Roma 12", true, "Italian, town first"},
		{"Calle Mayor 8, 28013 Madrid", "28013 Madrid, Calle Mayor 8", true, "Spanish, town first"},
		{"Bahnhofstrasse 45, 8001 Zürich", "8001 Zürich, Bahnhofstrasse 45", true, "a postcode of four digits"},
		{"Stephansplatz 1, 1010 Wien", "1010 Wien, Stephansplatz 1", true, "Vienna"},
		{"Keizersgracht 123, 1015 CJ Amsterdam", "1015 CJ Amsterdam, Keizersgracht 123", true, "a Dutch postcode"},
		{"12 Oak Street, Leeds LS1 4AP", "Leeds LS1 4AP, 12 Oak Street", true, "English, town first"},
		{
			"350 Fifth Avenue, New York, NY 10118",
			"New York, NY 10118, 350 Fifth Avenue",
			true, "American, town first",
		},
		{
			"350 Fifth Avenue, New York, NY 10118",
			"10118 New York NY, 350 5th Ave",
			true, "postcode first, abbreviated",
		},
		{
			"12 Oak Street, Springfield, IL 62701",
			"Springfield IL, 12 Oak Street, 62701",
			true, "town first, postcode last",
		},

		// others
		{"Unter den Linden 77, 10117 Berlin", "10117 Berlin, Unter den Linden 7", false, "another number"},
		{"Unter den Linden 77, 10117 Berlin", "Unter den Eichen 77, 12203 Berlin", false, "another street"},
		{"Unter den Linden 77, 10117 Berlin", "20095 Hamburg, Unter den Linden 77", false, "another town"},
		{"12 Oak Crescent, Leeds", "12 Oak Court, Leeds", false, "another street type"},
		{"12 Oak Crescent, Leeds", "12 Oak Circuit, Leeds", false, "another street type, alike"},
		{"12 Oak Crescent, Leeds", "14 Oak Crescent, Leeds", false, "the neighbour"},
		{"12 Oak Crescent, Leeds", "12 Ash Crescent, Leeds", false, "another tree"},
		{"12 Oak Street, Leeds", "12 Oak Street, York", false, "another town"},
		{"8432 Sunset Blvd, Los Angeles", "8432 Sunset Blvd, New York", false, "coast to coast"},
		{"12 Mill Lane, Leeds LS1 4AP", "12 Hill Lane, Leeds LS1 4AP", false, "Mill and Hill"},
		{"12 North Main Street, Salem", "12 South Main Street, Salem", false, "north and south"},
		{"12 West Street, Leeds", "12 East Street, Leeds", false, "a street named for a direction"},
		{"12 Oak Street Apt 1, Leeds", "12 Oak Street Apt 2, Leeds", false, "another flat"},
		{"Hauptstraße 5, 80331 München", "Hauptstraße 5, 50667 Köln", false, "every town has one"},
		{"12 5th Avenue, New York", "12 6th Avenue, New York", false, "another ordinal"},
		{"Via Roma 12, 20121 Milano", "Via Roma 12, 10121 Torino", false, "every Italian town has one"},
		{"12 rue de Rivoli, 75004 Paris", "12 rue de Rome, 75008 Paris", false, "another rue"},
		{"1010 Wien, Stephansplatz 1", "1010 Wien, Stephansplatz 10", false, "another number, town first"},
		{
			"21 Elm Street, Springfield, IL 62701",
			"12 Elm Street, Springfield, IL 62701",
			false, "digits of the number swapped are another house",
		},
		{"12 Park Row, Leeds", "12 Park Road, Leeds", false, "two types"},
		{"12 Newtown Road, Oldtown VIC 3000", "12 Newtown Road, Newtown VIC 3220", false, "two towns of one ending"},
		{
			"1600 Broadway, Denver, CO 80202",
			"1600 Broadway, New York, NY 10019",
			false, "a street that many towns have",
		},
		{"PO Box 12, Leeds", "PO Box 21, Leeds", false, "another box"},
	} {
		fa, err := e.Prepare(Address, c.a, "")
		if err != nil {
			t.Fatal(err)
		}
		fb, err := e.Prepare(Address, c.b, "")
		if err != nil {
			t.Fatal(err)
		}
		if r := e.Compare(fa, fb); r.Match != c.same {
			t.Errorf("%s | %s: %.1f, want %v (%s)\n  %q %q\n  %v",
				c.a, c.b, r.Score, c.same, c.why, fa.Text, fb.Text, r.Reasons)
		}
		if ab, ba := e.Score(fa, fb), e.Score(fb, fa); ab != ba {
			t.Errorf("%s | %s: %v one way, %v the other", c.a, c.b, ab, ba)
		}
	}
}
