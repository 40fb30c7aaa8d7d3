package names

import "testing"

func mustPrepare(t testing.TB, e *Engine, k Kind, s string) *Form {
	t.Helper()
	f, err := e.Prepare(k, s, "")
	if err != nil {
		t.Fatalf("%s %q: %v", k, s, err)
	}
	return f
}

func TestPairsThatMatchAndPairsThatDoNot(t *testing.T) {
	e := New()
	for _, c := range []struct {
		kind  Kind
		a, b  string
		match bool
		why   string
	}{
		{Person, "John Smith", "john  SMITH", true, "case and spaces"},
		{Person, "John Smith", "Joan Smith", false, "two given names one letter apart"},
		{Person, "John Smith", "Jhon Smith", true, "a slip of the pen"},
		{Person, "Gabriel Keller", "Gabriele Keller", false, "a man and a woman"},
		{Person, "Abd al-Karim Saleh", "Abd al-Rahim Saleh", false, "servants of two names"},
		{Person, "محمد حداد", "محمود حداد", false, "a letter more in a script without vowels"},
		{Person, "Jonathan Reed", "Jonathon Reed", true, "spellings of one long name"},
		{Person, "Сергій Мельник", "Сергей Мельник", true, "Ukrainian and Russian"},
		{Person, "John Smith", "Smith, John", true, "last name first"},
		{Person, "Smith John", "John Smith", true, "order"},
		{Person, "Bill Gates", "William Gates", true, "nickname"},
		{Person, "Dr. William H. Gates III", "Bill Gates", true, "title, initial and suffix left out"},
		{Person, "John Smith Jr", "John Smith Sr", false, "father and son"},
		{Person, "John Smith II", "John Smith III", false, "father and son"},
		{Person, "Mr. J. Rowling", "Mrs. J. Rowling", false, "husband and wife"},
		{Person, "J. Smith", "John Smith", false, "an initial and a very common family name"},
		{Person, "J. Featherstonehaugh", "John Featherstonehaugh", true, "an initial and a rare family name"},
		{Person, "Vladimir Putin", "Владимир Путин", true, "Cyrillic"},
		{Person, "Vladimir Putin", "PUTIN Vladimir Vladimirovich", true, "patronymic"},
		{Person, "Vladimir Putin", "Vladimir Petrov", false, "another family name"},
		{Person, "Чайковский Пётр", "Pyotr Tchaikovsky", true, "Cyrillic, other romanisation"},
		{Person, "Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos", true, "Greek"},
		{Person, "محمد صلاح", "Mohamed Salah", true, "Arabic"},
		{Person, "Muhammad Ali", "Mohammed Ali", true, "transliteration variants"},
		{Person, "משה דיין", "Moshe Dayan", true, "Hebrew"},
		{Person, "毛泽东", "Mao Zedong", true, "Han"},
		{Person, "習近平", "Xi Jinping", true, "Han, traditional"},
		{Person, "习近平", "習近平", true, "simplified and traditional"},
		{Person, "김정은", "Kim Jong-un", true, "Hangul"},
		{Person, "たなか たろう", "Tanaka Taro", true, "kana"},
		{Person, "李娜", "李纳", false, "same sound, other characters"},
		{Person, "Jürgen Müller", "Juergen Mueller", true, "umlauts"},
		{Person, "José García López", "Jose Garcia", true, "second family name left out"},
		{Person, "Conor O'Neil", "Conor O Neil", true, "apostrophe"},
		{Person, "Mary Ann Wheeler", "Maryann Wheeler", true, "spacing"},
		{Person, "Katherine Jones", "Catherine Jones", true, "spelling"},
		{Person, "Mary Johnson", "Mary Johnston", false, "two family names"},
		{Person, "Smith", "John Smith", false, "one word"},
		{Company, "Acme Holdings Ltd", "Acme Technologies Ltd", false, "another company of the name"},
		{Company, "Acme Ltd", "ACME Limited", true, "legal form"},
		{Company, "Acme Inc", "Acme", true, "legal form missing"},
		{Company, "International Business Machines Corp", "IBM", true, "initials"},
		{Company, "ООО Газпром", "Gazprom LLC", true, "Cyrillic with its legal form"},
		{Company, "Johnson & Johnson", "Johnson and Johnson", true, "ampersand"},
		{Company, "Growth Fund II LP", "Growth Fund III LP", false, "numbers"},
		{Company, "Bank of America", "Bank of Canada", false, "places"},
		{Company, "Facebook", "Face Book Inc.", true, "spacing"},
		{Company, "Smith Mfg Co", "Smith Manufacturing Company", true, "abbreviation"},
		{Company, "Apple", "Apple Leisure", false, "a word more"},
		{Company, "Apple Inc", "Apple Bank", false, "a whole name, and a trade more"},
		{Company, "Barclays", "Barclays Bank", true, "a name that may be short for the other"},
		{Company, "Siemens AG", "Siemens Group", true, "a general word more"},
		{Company, "Siemens AG", "Siemens Aktiengesellschaft", true, "legal form in full"},
		{Company, "Volkswagen AG", "Volkswagon AG", true, "slip of the pen"},
		{Company, "Delta Air Lines", "Delta Dental", false, "one word in common"},
		{Address, "123 Main Street, Springfield, IL 62701", "123 Main St Springfield Illinois 62701", true, "abbreviations"},
		{Address, "123 Main Street", "125 Main Street", false, "number"},
		{Address, "123 N Main St", "123 S Main St", false, "direction"},
		{Address, "123 Oak St", "123 Oak Ave", false, "street type"},
		{Address, "123 Oak St Apt 4", "123 Oak St Apt 5", false, "unit"},
		{Address, "123 Oak St Apt 4", "123 Oak Street #4", true, "unit written otherwise"},
		{Address, "Hauptstraße 12, 10115 Berlin", "Hauptstr. 12, 10115 Berlin", true, "German street"},
		{Address, "350 Fifth Avenue, New York, NY 10118", "350 5th Ave, New York NY 10118", true, "ordinal"},
		{Address, "350 5th Ave, New York", "350 6th Ave, New York", false, "numbered street"},
		{Address, "10 Downing Street, London SW1A 2AA", "10 Downing St London SW1A2AA", true, "British postcode"},
		{Address, "PO Box 12, Leeds", "P.O. Box 12, Leeds", true, "post office box"},
		{Email, "John.Doe+news@gmail.com", "johndoe@googlemail.com", true, "one mailbox"},
		{Email, "john1@example.com", "john2@example.com", false, "two mailboxes"},
		{Phone, "+1 (202) 555-0123", "202-555-0123", true, "country code"},
		{Phone, "+1 202 555 0123", "+1 202 555 0124", false, "one digit"},
		{Product, "Apple iPhone 13 Pro 128GB", "iPhone 13 Pro 128 GB Apple", true, "order and unit"},
		{Product, "Apple iPhone 13 Pro 128GB", "Apple iPhone 13 Pro 256GB", false, "size"},
		{Product, "Apple iPhone 13", "Apple iPhone 14", false, "number"},
		{Product, "Sony WH-1000XM4 Headphones", "Sony WH1000XM4 Wireless Headphones black", true, "a word of description beside the model"},
		{Product, "Sony WH-1000XM4 Headphones", "Sony WH1000XM4 headphones black", true, "model code"},
		{Product, "Sony WH-1000XM4", "Sony WH-1000XM5", false, "model code"},
		{Vessel, "MV Ever Given", "EVER GIVEN", true, "prefix"},
		{Domain, "https://www.example.co.uk/x", "shop.example.co.uk", true, "one registrable domain"},
		{Date, "2020-03-04", "4 March 2020", true, "one day"},
	} {
		a, b := mustPrepare(t, e, c.kind, c.a), mustPrepare(t, e, c.kind, c.b)
		got, back := e.Compare(a, b), e.Compare(b, a)
		if got.Match != c.match {
			t.Errorf("%s: %q, %q: score %v, want match %v (%s); %+v", c.kind, c.a, c.b, got.Score, c.match, c.why, got.Reasons)
		}
		if got.Score != back.Score {
			t.Errorf("%s: %q, %q: %v one way, %v the other", c.kind, c.a, c.b, got.Score, back.Score)
		}
		if s := e.Score(a, b); s != got.Score {
			t.Errorf("%s: %q, %q: Score %v, Compare %v", c.kind, c.a, c.b, s, got.Score)
		}
	}
}

// TestTitlesAreNoPartOfAName: what people are called before and behind their names is neither given nor family name. A
// generation is kept.
func TestTitlesAreNoPartOfAName(t *testing.T) {
	e := New()
	for _, c := range []struct{ text, given, family, suffix string }{
		{"Peter Howard, MD", "Peter", "Howard", ""},
		{"Peter Howard M.D., Ph.D.", "Peter", "Howard", ""},
		{"PETER HOWARD MD", "Peter", "Howard", ""},
		{"Peter Howard, PA-C", "Peter", "Howard", ""},
		{"Howard, Peter, DO", "Peter", "Howard", ""},
		{"Howard, Peter MD PHD", "Peter", "Howard", ""},
		{"Peter Howard OD", "Peter", "Howard", ""},
		{"Peter Howard M D", "Peter", "Howard", ""},
		{"Peter Howard Jr., DDS", "Peter", "Howard", "Jr"},
		{"Peter Howard Jr. Esq", "Peter", "Howard", "Jr"},
		{"Peter Howard, XRNB", "Peter", "Howard", ""},
		{"Prof. Dr. Peter Howard", "Peter", "Howard", ""},
		{"Hon. Peter Howard", "Peter", "Howard", ""},
		{"Haji Ahmad Khan", "Ahmad", "Khan", ""},
		{"SHEIKH, ZIA M", "Zia", "Sheikh", ""},
		{"Anh Nguyen Do", "Anh", "Nguyen Do", ""},
		{"Nguyen, Do", "Do", "Nguyen", ""},
		{"Jennifer Ng", "Jennifer", "Ng", ""},
		{"Yo-Yo Ma", "Yo-Yo", "Ma", ""},
		{"Ma Md", "Ma", "Md", ""},
		{"Smith, J.D.", "J.", "Smith", ""},
		{"Van Dyke, Lynn", "Lynn", "Van Dyke", ""},
		{"De La Cruz, ANH", "Anh", "De La Cruz", ""},
		{"AMY Vann", "Amy", "Vann", ""},
		{"Yasmin Abdel-ATY", "Yasmin", "Abdel-Aty", ""},
	} {
		form, err := e.Prepare(Person, c.text, "")
		if err != nil {
			t.Fatal(err)
		}
		parts := e.Standardize(form).Parts
		if parts["given"] != c.given || parts["family"] != c.family || parts["suffix"] != c.suffix {
			t.Errorf("%s: %v", c.text, parts)
		}
	}
}
