package convert

import (
	"strings"
	"testing"
)

type conversion struct{ why, from, to, data, opts, want string }

func checkConversions(t *testing.T, table []conversion) {
	t.Helper()
	for _, c := range table {
		t.Run(c.from+" to "+c.to+" "+c.why, func(t *testing.T) {
			if got := must(t, c.from, c.to, c.data, c.opts); got != c.want {
				t.Errorf("%q %s\ngot  %q\nwant %q", c.data, c.opts, got, c.want)
			}
		})
	}
}

func TestJSONKeepsNumbersOrderAndCharacters(t *testing.T) {
	checkConversions(t, []conversion{
		{"pretty by default", "json", "json", `{"b":[1,{"a":null}],"a":true}`, "", "{\n  \"b\": [\n    1,\n    {\n      \"a\": null\n    }\n  ],\n  \"a\": true\n}"},
		{"minified", "json", "json", "{ \"b\" : [ 1 , 2 ] }", `{"minify":true}`, `{"b":[1,2]}`},
		{"minify wins", "json", "json", "[1]", `{"minify":true,"indent":4}`, `[1]`},
		{"indent 4", "json", "json", "[1]", `{"indent":4}`, "[\n    1\n]"},
		{"indent 0", "json", "json", "[1,2]", `{"indent":0}`, "[\n1,\n2\n]"},
		{"sorted at every level by code point", "json", "json", `{"b":{"z":1,"Z":2,"é":3},"a":1}`, `{"sort_keys":true,"minify":true}`, `{"a":1,"b":{"Z":2,"z":1,"é":3}}`},
		{"numbers as written", "json", "json", `[12345678901234567890,1e400,0.10,-0,1E+2,1.0]`, `{"minify":true}`, `[12345678901234567890,1e400,0.10,-0,1E+2,1.0]`},
		{"no HTML escapes, no ASCII", "json", "json", `"<a>&\u00e9\u2028\/"`, `{}`, "\"<a>&é\u2028/\""},
		{"controls escaped", "json", "json", `"\u0000\u001f\n\t\r\b\"\\"`, "", `"\u0000\u001f\n\t\r\u0008\"\\"`},
		{"surrogate pair", "json", "json", `"\ud83d\ude00\\ud800"`, "", `"😀\\ud800"`},
		{
			"a key that comes twice stays twice", "json", "json", `{"a":1,"b":2,"a":3}`, `{"minify":true}`,
			`{"a":1,"b":2,"a":3}`,
		},
		{
			"sorted in the order of its values", "json", "json", `{"b":1,"a":2,"b":3,"a":4}`,
			`{"minify":true,"sort_keys":true}`, `{"a":2,"a":4,"b":1,"b":3}`,
		},
		{
			"numbers that no float holds", "json", "json", `[9007199254740993,-9007199254740993,0.1e-400]`,
			`{"minify":true}`, `[9007199254740993,-9007199254740993,0.1e-400]`,
		},
		{"byte order mark", "json", "json", "\uFEFF[]", "", "[]"},
		{"empty", "json", "json", ` {"a":{},"b":[]} `, `{"indent":1}`, "{\n \"a\": {},\n \"b\": []\n}"},
		{
			"many keys", "json", "json", `{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1}`,
			`{"minify":true}`, `{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1}`,
		},
		{"deepest", "json", "json", strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), `{"minify":true}`, strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth)},
	})
}

func TestCSVBothWays(t *testing.T) {
	checkConversions(t, []conversion{
		{"dotted keys, lists as JSON", "json", "csv", `[{"id":1,"n":{"f":"Ada","l":{"x":2}},"tags":["a","b"]}]`, "", "id,n.f,n.l.x,tags\n1,Ada,2,\"[\"\"a\"\",\"\"b\"\"]\"\n"},
		{"union of keys in first-seen order", "json", "csv", `[{"a":1},{"b":2,"a":3}]`, "", "a,b\n1,\n3,2\n"},
		{"null, booleans, exact numbers", "json", "csv", `[{"a":null,"b":true,"c":false,"d":1e400,"e":0.10}]`, "", "a,b,c,d,e\n,true,false,1e400,0.10\n"},
		{"one object is one row", "json", "csv", `{"a":1}`, "", "a\n1\n"},
		{"empty list", "json", "csv", `[]`, "", ""},
		{"objects without members", "json", "csv", `[{},{}]`, "", ""},
		{"empty object in a cell", "json", "csv", `[{"a":{},"b":1}]`, "", "a,b\n{},1\n"},
		{"one empty cell is still a record", "json", "csv", `[{"a":""},{"a":"x"}]`, "", "a\n\"\"\nx\n"},
		{"quoting", "json", "csv", `[{"a,b":"x\"y","c":"l1\nl2","d":" s","e":"r\rx","f":"z "}]`, "", "\"a,b\",c,d,e,f\n\"x\"\"y\",\"l1\nl2\",\" s\",\"r\rx\",\"z \"\n"},
		{"semicolon", "json", "csv", `[{"a":"1,5","b":"x;y"}]`, `{"delimiter":";"}`, "a;b\n1,5;\"x;y\"\n"},
		{"tab by name", "json", "csv", `[{"a":1,"b":2}]`, `{"delimiter":"tab"}`, "a\tb\n1\t2\n"},
		{"tab as escape", "json", "csv", `[{"a":1,"b":2}]`, `{"delimiter":"\\t"}`, "a\tb\n1\t2\n"},
		{"formulas stay by default", "json", "csv", `[{"a":"=1+1"}]`, "", "a\n=1+1\n"},
		{
			"formulas escaped on demand", "json", "csv",
			`[{"a":"=1+1","b":"+x","c":"-x","d":"@x","e":"\tx","f":"x=","g":-5}]`, `{"escape_formulas":true}`,
			"a,b,c,d,e,f,g\n'=1+1,'+x,'-x,'@x,'\tx,x=,-5\n",
		},
		{
			"numbers are not formulas, texts that look like them may be", "json", "csv",
			`[{"-a":-1.5e3,"b":"-5","c":[-1]}]`, `{"escape_formulas":true}`, "'-a,b,c\n-1.5e3,'-5,[-1]\n",
		},
		{"a dot in a key", "json", "csv", `[{"a.b":1}]`, "", "a.b\n1\n"},
		{"value and object under one key", "json", "csv", `[{"a":1},{"a":{"b":2}}]`, "", "a,a.b\n1,\n,2\n"},

		{"strings", "csv", "json", "a,b\n1,x\n", `{"minify":true}`, `[{"a":"1","b":"x"}]`},
		{"pretty by default", "csv", "json", "a\n1\n", "", "[\n  {\n    \"a\": \"1\"\n  }\n]"},
		{"header only", "csv", "json", "a,b\n", "", "[]"},
		{"nothing", "csv", "json", "", "", "[]"},
		{
			"a quote within a field", "csv", "json", "a,b\n37°36'37.8\"N 2'17\"W,\"x\"\n6\",7\"\n",
			`{"minify":true}`, `[{"a":"37°36'37.8\"N 2'17\"W","b":"x"},{"a":"6\"","b":"7\""}]`,
		},
		{"quotes, line ends and blanks kept", "csv", "json", "\uFEFFa,b\r\n\"x\"\"y\",\"l1\r\nl2\"\r\n v ,\r\n", `{"minify":true}`, `[{"a":"x\"y","b":"l1\r\nl2"},{"a":" v ","b":""}]`},
		{"old line ends", "csv", "json", "a,b\r1,2\r3,4", `{"minify":true}`, `[{"a":"1","b":"2"},{"a":"3","b":"4"}]`},
		{"short rows, blank lines", "csv", "json", "a,b,c\n\n1\n\n\n1,2\n", `{"minify":true}`, `[{"a":"1","b":null,"c":null},{"a":"1","b":"2","c":null}]`},
		{"empty and double names", "csv", "json", ",a,a,a_2,,a\n1,2,3,4,5,6\n", `{"minify":true}`, `[{"column_1":"1","a":"2","a_3":"3","a_2":"4","column_5":"5","a_4":"6"}]`},
		{"empty name that is taken", "csv", "json", "column_2,,x\n1,2,3\n", `{"minify":true}`, `[{"column_2":"1","column_2_2":"2","x":"3"}]`},
		{"types", "csv", "json", "a,b,c,d,e,f,g,h\n1,-1.50,007,true,FALSE,,1e5, 1\n", `{"minify":true,"infer_types":true}`, `[{"a":1,"b":-1.50,"c":"007","d":true,"e":"FALSE","f":null,"g":1e5,"h":" 1"}]`},
		{"tab", "csv", "json", "a\tb\n1\t2\n", `{"minify":true,"delimiter":"\t"}`, `[{"a":"1","b":"2"}]`},
		{"other delimiter", "csv", "json", "a§b\n1§2\n", `{"minify":true,"delimiter":"§"}`, `[{"a":"1","b":"2"}]`},
		{"sorted", "csv", "json", "b,a\n1,2\n", `{"minify":true,"sort_keys":true}`, `[{"a":"2","b":"1"}]`},
	})
}

func TestYAMLIsSafeAndReadsBack(t *testing.T) {
	checkConversions(t, []conversion{
		{"block style", "json", "yaml", `{"a":[1,{"b":2,"c":[[3,4],[]]}],"d":{},"e":null,"f":true}`, "", "a:\n  - 1\n  - b: 2\n    c:\n      - - 3\n        - 4\n      - []\nd: {}\ne: null\nf: true\n"},
		{"unicode raw", "json", "yaml", `{"name":"Zoë 日本 🎉"}`, "", "name: 'Zoë 日本 🎉'\n"},
		{"strings that other types would claim", "json", "yaml", `["yes","No","on","null","~","1e3","012","0x1f","2001-01-01","=","*a","&a","!a","%a","@a","1:30","","- a","a: b","a #b","true","y","<<","0o7",".inf","- ","a:","1_000","{a","[a","'","\"","? a",": a","|",">","---"]`, "",
			"- 'yes'\n- 'No'\n- 'on'\n- 'null'\n- '~'\n- '1e3'\n- '012'\n- '0x1f'\n- '2001-01-01'\n- '='\n- '*a'\n- '&a'\n- '!a'\n- '%a'\n- '@a'\n- '1:30'\n- ''\n- '- a'\n- 'a: b'\n- 'a #b'\n- 'true'\n- 'y'\n- '<<'\n- '0o7'\n- '.inf'\n- '- '\n- 'a:'\n- '1_000'\n- '{a'\n- '[a'\n- ''''\n- '\"'\n- '? a'\n- ': a'\n- '|'\n- '>'\n- '---'\n"},
		{"plain where it is safe", "json", "yaml", `["hello world","it's","http://x.y/z?a=b","a-b_c.d","Hello, world"]`, "", "- hello world\n- it's\n- http://x.y/z?a=b\n- a-b_c.d\n- Hello, world\n"},
		{"literal blocks", "json", "yaml", `{"a":"l1\nl2\n","b":"l1\n\nl2","c":"l1\nl2\n\n","d":" x\ny","e":"\nx","f":"x\n  y\n"}`, "", "a: |\n  l1\n  l2\nb: |-\n  l1\n\n  l2\nc: |+\n  l1\n  l2\n\nd: \" x\\ny\"\ne: \"\\nx\"\nf: |\n  x\n    y\n"},
		{"literal block in a list", "json", "yaml", `[["a\nb"]]`, "", "- - |-\n    a\n    b\n"},
		{
			"numbers verbatim", "json", "yaml", `[12345678901234567890,0.10,-0,1.5e-7]`, "",
			"- 12345678901234567890\n- 0.10\n- -0\n- 1.5e-7\n",
		},
		{
			"exponents that YAML 1.1 takes for text", "json", "yaml", `[1e400,1e+20,1E5,2.5e3,-1e-5]`, "",
			"- 1.0e+400\n- 1.0e+20\n- 1.0E+5\n- 2.5e+3\n- -1.0e-5\n",
		},
		{"controls escaped", "json", "yaml", `["\u0000\u0085\u2028\t\ufeff"]`, "", "- \"\\u0000\\u0085\\u2028\\t\\uFEFF\"\n"},
		{"scalar", "json", "yaml", `"x"`, "", "x\n"},
		{"literal scalar", "json", "yaml", `"x\ny"`, "", "|-\n  x\n  y\n"},
		{"sorted", "json", "yaml", `{"b":{"d":1,"c":2},"a":3}`, `{"sort_keys":true}`, "a: 3\nb:\n  c: 2\n  d: 1\n"},
		{"long key", "json", "yaml", `{"` + strings.Repeat("k", 1100) + `":{"a":1}}`, "", "? " + strings.Repeat("k", 1100) + "\n: a: 1\n"},

		{"core schema of 1.2", "yaml", "json", "[yes, no, on, off, true, True, FALSE, null, ~, Null, 12, +12, 012, 0o17, 0x1F, 1e3, .5, 5., -1.50, 1_000, 1:30, 0b1, 2001-01-01, 1e400]", `{"minify":true}`,
			`["yes","no","on","off",true,true,false,null,null,null,12,12,12,15,31,1e3,0.5,5.0,-1.50,"1_000","1:30","0b1","2001-01-01",1e400]`},
		{"timestamps as written", "yaml", "json", "a: 2001-12-14t21:59:43.10-05:00\nb: 2001-12-14 21:59:43.10 -5", `{"minify":true}`, `{"a":"2001-12-14t21:59:43.10-05:00","b":"2001-12-14 21:59:43.10 -5"}`},
		{"anchors", "yaml", "json", "a: &x [1, 2]\nb: *x\nc: &k key\n*k : v\n", `{"minify":true}`, `{"a":[1,2],"b":[1,2],"c":"key","key":"v"}`},
		{"merge keys", "yaml", "json", "base: &b {x: 1, y: 2}\no: &o {y: 3, z: 4}\na:\n  <<: *b\n  y: 5\nc:\n  <<: [*b, *o]\nd: {'<<': 1}\n", `{"minify":true}`, `{"base":{"x":1,"y":2},"o":{"y":3,"z":4},"a":{"x":1,"y":5},"c":{"x":1,"y":2,"z":4},"d":{"<<":1}}`},
		{"keys become text", "yaml", "json", "1: a\ntrue: b\nnull: c\n1.50: d\n2001-01-01: e\n", `{"minify":true}`, `{"1":"a","true":"b","null":"c","1.50":"d","2001-01-01":"e"}`},
		{"tags of the schema", "yaml", "json", "[!!str 1, !!int \"5\", !!float 5, !!bool true, !!null '', !!binary \"aGk\", !!timestamp 2001-01-01, !!seq [1], !!map {a: 1}]", `{"minify":true}`, `["1",5,5,true,null,"aGk=","2001-01-01",[1],{"a":1}]`},
		{"blocks and folds", "yaml", "json", "a: |\n  x\n  y\nb: >-\n  x\n  y\nc: \"q\\u00e9\"\nd: 'it''s'\n", `{"minify":true}`, `{"a":"x\ny\n","b":"x y","c":"qé","d":"it's"}`},
		{"empty", "yaml", "json", "", "", "null"},
		{"only comments", "yaml", "json", "# a\n", "", "null"},
		{"one document with marks", "yaml", "json", "---\na: 1\n...\n", `{"minify":true}`, `{"a":1}`},
		{"JSON is YAML", "yaml", "json", `{"a": [1, "b", null]}`, `{"minify":true}`, `{"a":[1,"b",null]}`},
		{
			"escapes of JSON", "yaml", "json", `{"a":"http:\/\/x","b":"\ud83d\ude00"}`, `{"minify":true}`,
			`{"a":"http://x","b":"😀"}`,
		},
		{
			"escapes of JSON within YAML", "yaml", "json", `- {"a":"http:\/\/x"}`, `{"minify":true}`,
			`[{"a":"http://x"}]`,
		},
		{
			"JSON deeper than YAML may be", "yaml", "json",
			strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), `{"minify":true}`,
			strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth),
		},
		{
			"versions of YAML 1", "yaml", "json", "%YAML 1.2 # c\n%FOO bar\n# c\n---\na: 1\n", `{"minify":true}`,
			`{"a":1}`,
		},
		{
			"a version that is still to come", "yaml", "json", "%YAML\t1.3\r\n---\r\na: 1\r\n", `{"minify":true}`,
			`{"a":1}`,
		},
		{
			"a tag directive", "yaml", "json", "%TAG ! tag:yaml.org,2002:\n%YAML 1.1\n--- !str 12",
			`{"minify":true}`, `"12"`,
		},
		{
			"lines of text that begin with per cent", "yaml", "json", "--- |\n%YAML 1.2\n%x\n", `{"minify":true}`,
			`"%YAML 1.2\n%x\n"`,
		},
		{
			"per cent in a document without mark", "yaml", "json", "a: \"b\n%YAML 9\n c\"", `{"minify":true}`,
			`{"a":"b %YAML 9 c"}`,
		},
		{
			"question marks that begin a word", "yaml", "json", "[[?x], { ?foo: bar}]", `{"minify":true}`,
			`[["?x"],{"?foo":"bar"}]`,
		},
		{"a colon in an anchor", "yaml", "json", "a: &an:chor value", `{"minify":true}`, `{"a":"value"}`},
		{
			"the tag for text", "yaml", "json", "[! 12, ! true, ! '', ! [3], ! ]", `{"minify":true}`,
			`["12","true","",[3],""]`,
		},
		{
			"line ends of YAML 1.1 are characters", "yaml", "json",
			"a: x\u0085b\n# c\u2028d: 1\ne: \"\u2029 \uE000\\u2028\"\n\u2029: |\n  \u0085\n", `{"minify":true}`,
			"{\"a\":\"x\u0085b\",\"e\":\"\u2029 \uE000\u2028\",\"\u2029\":\"\u0085\\n\"}",
		},
		{
			"sets and ordered mappings", "yaml", "json",
			"[!!set {a, b}, !!omap [b: 1, a: 2], !!pairs [a: 1, a: 2]]", `{"minify":true}`,
			`[{"a":null,"b":null},[{"b":1},{"a":2}],[{"a":1},{"a":2}]]`,
		},
		{"a block that shows a mark", "yaml", "json", "--- |\n  ...\n  ---\n...\n", `{"minify":true}`, `"...\n---\n"`},
	})
}

func TestTOMLKeepsOrderAndDigits(t *testing.T) {
	checkConversions(t, []conversion{
		{"tables", "toml", "json", "title = \"x\"\n[z]\nb = 1\na = 2\n[z.y]\nc = true\n[[p]]\nn = 1\n[[p]]\nn = 2\n[p.q]\nr = 3\n", `{"minify":true}`, `{"title":"x","z":{"b":1,"a":2,"y":{"c":true}},"p":[{"n":1},{"n":2,"q":{"r":3}}]}`},
		{"numbers", "toml", "json", "a = [1_000, +5, -17, 0xFF, 0o17, 0b101, 0, -0]\nb = [3.10, -0.0, 5e+22, 1E06, 6.626e-34, 9_224.5]\nc = 9223372036854775807", `{"minify":true}`, `{"a":[1000,5,-17,255,15,5,0,-0],"b":[3.10,-0.0,5e+22,1E06,6.626e-34,9224.5],"c":9223372036854775807}`},
		{"times", "toml", "json", "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 00:32:00.999999-07:00\nc = 1979-05-27t07:32:00z\nd = 1979-05-27T07:32:00\ne = 1979-05-27\nf = 07:32:00.5", `{"minify":true}`, `{"a":"1979-05-27T07:32:00Z","b":"1979-05-27T00:32:00.999999-07:00","c":"1979-05-27T07:32:00Z","d":"1979-05-27T07:32:00","e":"1979-05-27","f":"07:32:00.5"}`},
		{"dotted and quoted keys", "toml", "json", "a.b.c = 1\na.\"d.e\" = 2\n\"\" = 3\n'x y' = 4\n[a.f]\ng = 5", `{"minify":true}`, `{"a":{"b":{"c":1},"d.e":2,"f":{"g":5}},"":3,"x y":4}`},
		{"strings", "toml", "json", "a = \"\\u00e9\\n\\\"\"\nb = '''\nl1\nl2'''\nc = \"\"\"\\\n   x\"\"\"\nd = 'C:\\n'", `{"minify":true}`, `{"a":"é\n\"","b":"l1\nl2","c":"x","d":"C:\\n"}`},
		{"inline and comments", "toml", "json", "a = {x = 1, y.z = 2} # c\nb = [ # c\n 1, # d\n {c = 2},\n]", `{"minify":true}`, `{"a":{"x":1,"y":{"z":2}},"b":[1,{"c":2}]}`},
		{"header before its parent", "toml", "json", "[a.b]\nx = 1\n[a]\ny = 2", `{"minify":true}`, `{"a":{"b":{"x":1},"y":2}}`},
		{"empty", "toml", "json", "", "", "{}"},
	})
}

func TestTextBase64AndHex(t *testing.T) {
	checkConversions(t, []conversion{
		// RFC 4648, section 10
		{"f", "text", "base64", "f", "", "Zg=="}, {"fo", "text", "base64", "fo", "", "Zm8="}, {"foo", "text", "base64", "foo", "", "Zm9v"},
		{"foob", "text", "base64", "foob", "", "Zm9vYg=="}, {"fooba", "text", "base64", "fooba", "", "Zm9vYmE="}, {"foobar", "text", "base64", "foobar", "", "Zm9vYmFy"},
		{"empty", "text", "base64", "", "", ""}, {"foobar back", "base64", "text", "Zm9vYmFy", "", "foobar"},
		{"no padding", "base64", "text", "Zg", "", "f"}, {"blanks", "base64", "text", " Zm9v\r\n\tYg = =\n", "", "foob"},
		{"standard alphabet", "base64", "text", "4pyTPz8/", "", "✓???"}, {"URL alphabet", "base64", "text", "4pyTPz8_", "", "✓???"}, {"both", "base64", "text", "77-_", "", "\uFFFF"},
		{"empty back", "base64", "text", "", "", ""},
		{"foobar", "text", "hex", "foobar", "", "666f6f626172"}, {"unicode", "text", "hex", "é", "", "c3a9"}, {"empty", "text", "hex", "", "", ""},
		{"any case, prefix, blanks and colons", "hex", "text", " 0x66:6F 6f\n62 ", "", "foob"}, {"empty", "hex", "text", "0x", "", ""},
	})
}

func TestMalformedInputIsRefusedAndSaysWhere(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'j'; c++ {
		bomb += strings.ReplaceAll("N: &N [*P,*P,*P,*P,*P,*P,*P,*P,*P,*P]\n", "N", string(c))
		bomb = strings.ReplaceAll(bomb, "P", string(c-1))
	}
	for _, c := range []struct {
		from, to, data, opts string
		status               int
		field, part          string
	}{
		{"json", "toml", `{}`, "", 400, "to", "json to toml is not supported; supported are json>csv"},
		{"text", "text", `x`, "", 400, "to", "not supported"},
		{"json", "json", strings.Repeat(" ", maxInput) + "1", "", 413, "data", "at most 1048576"},
		{"json", "json", "\"\xff\"", "", 400, "data", "UTF-8"},
		{"json", "json", "{\n  \"a\": 1,\n}", "", 400, "data", "line 3, column 1"},
		{"json", "json", ``, "", 400, "data", "line 1, column 1"},
		{"json", "json", `[1,]`, "", 400, "data", "line 1, column 4"},
		{"json", "json", `{a:1}`, "", 400, "data", "line 1"},
		{"json", "json", `// c`, "", 400, "data", "line 1"},
		{"json", "json", `NaN`, "", 400, "data", "line 1"},
		{"json", "json", `[01]`, "", 400, "data", "line 1"},
		{"json", "json", `[1] 2`, "", 400, "data", "line 1, column 5"},
		{"json", "json", `'a'`, "", 400, "data", "line 1"},
		{"json", "json", "\"a\nb\"", "", 400, "data", "line 1"},
		{"json", "json", strings.Repeat("[", 100_000), "", 400, "data", "depth"},
		{"json", "json", strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1), "", 400, "data", "nested more than 200"},
		{"json", "json", `{"a":` + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + "}", "", 400, "data", "nested more than 200"},
		{"json", "json", strings.Repeat("[", 190) + strings.Repeat("1,", 400_000) + "1" + strings.Repeat("]", 190), `{"indent":8}`, 422, "data", "more than 10485760 bytes"},
		{"json", "json", `1`, `{"delimiter":","}`, 400, "options.delimiter", "not an option of json to json"},
		{"json", "yaml", `1`, `{"minify":true}`, 400, "options.minify", "not an option of json to yaml"},
		{"text", "hex", `1`, `{"sort_keys":false}`, 400, "options.sort_keys", "not an option"},
		{"json", "csv", `1`, "", 400, "data", "list of objects"},
		{"json", "csv", `[1]`, "", 400, "data", "element 0"},
		{"json", "csv", `[{},[]]`, "", 400, "data", "element 1"},
		{"json", "csv", `[{"a.b":1,"a":{"b":2}}]`, "", 400, "data", `"a.b" would stand for two`},
		{"json", "csv", `[{"a":{"b":2}},{"a.b":1}]`, "", 400, "data", `"a.b" would stand for two`},
		{"json", "csv", `[]`, `{"delimiter":""}`, 400, "options.delimiter", "one character"},
		{"json", "csv", `[]`, `{"delimiter":"ab"}`, 400, "options.delimiter", "one character"},
		{"json", "csv", `[]`, `{"delimiter":"\""}`, 400, "options.delimiter", "quote"},
		{"json", "csv", `[]`, `{"delimiter":"\n"}`, 400, "options.delimiter", "line end"},
		{"csv", "json", "a,b\n1,2\n1,2,3\n", "", 400, "data", "line 3: the record has 3 fields, and the header 2"},
		{"csv", "json", "a\n\"x\ny", "", 400, "data", "line 2: a quoted field is not closed"},
		{"csv", "json", "a,b\nx, \"y,z\"\n", "", 400, "data", "line 2: spaces before the quote"},
		{"json", "json", "\"a\n\"", "", 400, "data", "line 1, column 3"},
		{
			"json", "json", "[\n \"a\\ud800b\"]", "", 400, "data",
			"line 2, column 4: \\ud800 is half of a surrogate pair",
		},
		{"json", "json", "\"\\ude00\\ud83d\"", "", 400, "data", "\\ude00 is half"},
		{"json", "json", "\"\\ud83d\\u0041\"", "", 400, "data", "\\ud83d is half"},
		{"json", "json", "\"\\ud83d\"", "", 400, "data", "\\ud83d is half"},
		{"json", "csv", "[{\"\\udfff\":1}]", "", 400, "data", "\\udfff is half"},
		{"json", "yaml", "{\"a\":1,\n\"a\":2}", "", 400, "data", "line 2, column 3: the key \"a\" is there twice"},
		{"json", "csv", "[{\"a\":1,\"a\":2}]", "", 400, "data", "the key \"a\" is there twice"},
		{"json", "json", "[NaN]", "", 400, "data", "line 1, column 2"},
		{"csv", "json", "a\n\"x\"y\n", "", 400, "data", "line 2: text follows"},
		{"yaml", "json", bomb, "", 400, "data", "aliases stand for more than"},
		{"yaml", "json", "a: &a [*a]", "", 400, "data", "inside of what it refers to"},
		{"yaml", "json", "a: &a\n  b: *a", "", 400, "data", "inside of what it refers to"},
		{"yaml", "json", "a: &a\n  <<: *a", "", 400, "data", "inside of what it refers to"},
		{"yaml", "json", "a: *b", "", 400, "data", "unknown anchor"},
		{"yaml", "json", "a: 1\na: 2", "", 400, "data", "line 2: the key \"a\" is there twice"},
		{"yaml", "json", "1: 1\n'1': 2", "", 400, "data", "there twice"},
		{"yaml", "json", "a: 1\n---\nb: 2", "", 400, "data", "more than one document"},
		{"yaml", "json", "!!python/object/apply:os.system ['ls']", "", 400, "data", "!!python/object/apply:os.system is not supported"},
		{"yaml", "json", "!ruby/object:Gem {}", "", 400, "data", "!ruby/object:Gem is not supported"},
		{"yaml", "json", "!!set {a: 1}", "", 400, "data", "a member of a !!set has a value"},
		{"yaml", "json", "!!omap [a: 1, a: 2]", "", 400, "data", "the key \"a\" is there twice"},
		{"yaml", "json", "!!pairs [a: 1, b]", "", 400, "data", "one member each"},
		{"yaml", "json", "{\"a\":1,\"a\":2}", "", 400, "data", "the key \"a\" is there twice"},
		{"yaml", "json", "\"\\ud800\"", "", 400, "data", "Unicode"},
		{"yaml", "json", "a: \"\\ud800\"", "", 400, "data", "Unicode"},
		{"yaml", "json", "%YAML 2.0\n--- a", "", 400, "data", "line 1: a %YAML directive"},
		{"yaml", "json", "%YAML 1.2\n%YAML 1.2\n--- a", "", 400, "data", "line 2: a %YAML directive"},
		{"yaml", "json", "%YAML 1.2 x\n--- a", "", 400, "data", "line 1: a %YAML directive"},
		{"yaml", "json", "# c\n%YAML 1.2\na: 1", "", 400, "data", "line 2: a directive is not followed"},
		{"yaml", "json", "%YAML 1.2\n", "", 400, "data", "line 1: a directive is not followed"},
		{"yaml", "json", "--- |\na\n...\n# b\n", "", 400, "data", "left margin"},
		{"yaml", "json", "!x y", "", 400, "data", "!x is not supported"},
		{"yaml", "json", "!!int a", "", 400, "data", "is no !!int"},
		{"yaml", "json", "!!int 1.5", "", 400, "data", "is no !!int"},
		{"yaml", "json", "!!binary \"?\"", "", 400, "data", "!!binary"},
		{"yaml", "json", "- .inf", "", 400, "data", "no form in JSON"},
		{"yaml", "json", "- .NaN", "", 400, "data", "no form in JSON"},
		{"yaml", "json", "? [a]\n: b", "", 400, "data", "key is a list"},
		{"yaml", "json", "<<: 1", "", 400, "data", "merge key takes"},
		{"yaml", "json", "a: [", "", 400, "data", "line"},
		{"yaml", "json", "a:\n\tb: 1", "", 400, "data", "line"},
		{"yaml", "json", "\x01", "", 400, "data", "control characters"},
		{
			"yaml", "json", "a: " + strings.Repeat("[", maxYAMLDepth) + strings.Repeat("]", maxYAMLDepth), "", 400,
			"data", "nested more than 100",
		},
		{"yaml", "json", "0x" + strings.Repeat("f", 5000), "", 400, "data", "more than 4096 digits"},
		{"toml", "json", "a = 1\na = 2", "", 400, "data", "a is defined twice"},
		{"toml", "json", "[a]\n[a]", "", 400, "data", "a is defined twice"},
		{"toml", "json", "a = 1\n[a]", "", 400, "data", "a is defined twice"},
		{"toml", "json", "a = [1]\n[[a]]", "", 400, "data", "a is defined twice"},
		{"toml", "json", "a = {}\n[a.b]", "", 400, "data", "a is defined twice"},
		{"toml", "json", "a.b = 1\n[a]", "", 400, "data", "a is defined twice"},
		{"toml", "json", "[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "", 400, "data", "b is defined twice"},
		{"toml", "json", "a = {b.c = 1, b = 2}", "", 400, "data", "b is defined twice"},
		{"toml", "json", "a = inf", "", 400, "data", "no form in JSON"},
		{"toml", "json", "a = -nan", "", 400, "data", "no form in JSON"},
		{"toml", "json", "a = 1e400", "", 400, "data", "out of the range of a float"},
		{"toml", "json", "a = 9223372036854775808", "", 400, "data", "range of 64 bits"},
		{"toml", "json", "a = 0xffffffffffffffff", "", 400, "data", "range of 64 bits"},
		{"toml", "json", "a = 2021-13-01", "", 400, "data", "not a date"},
		{"toml", "json", "a = 2021-02-30T00:00:00Z", "", 400, "data", "not a date"},
		{"toml", "json", "a = 1\nb = ", "", 400, "data", "line 2"},
		{"toml", "json", strings.Repeat("a.", maxDepth) + "a = 1", "", 400, "data", "nested more than 200"},
		{"toml", "json", "a = " + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1), "", 400, "data", "nested more than 200"},
		{"base64", "text", "a", "", 400, "data", "one digit"},
		{"base64", "text", "a===", "", 400, "data", "padding"},
		{"base64", "text", "Zg=", "", 400, "data", "padding"},
		{"base64", "text", "Zg==Zg==", "", 400, "data", "alphabet"},
		{"base64", "text", "Zh", "", 400, "data", "belong to no byte"},
		{"base64", "text", "Zm9v!", "", 400, "data", ""},
		{"base64", "text", "/w==", "", 400, "data", "not UTF-8"},
		{"hex", "text", "abc", "", 400, "data", "odd"},
		{"hex", "text", "zz", "", 400, "data", "hex digits"},
		{"hex", "text", "ff", "", 400, "data", "not UTF-8"},
		{"markdown", "html", strings.Repeat("> ", 101) + "x", "", 400, "data", "nested more than 100"},
		{"markdown", "html", strings.Repeat("*a ", 60_000) + strings.Repeat("_a*_ ", 60_000), "", 400, "data", "too complex"},
		{"markdown", "html", "[x]: " + strings.Repeat("u", 200_000) + "\n\n" + strings.Repeat("[x] ", 60), "", 422, "data", "more than 10485760 bytes"},
		{"html", "markdown", strings.Repeat("<div>", 600), "", 400, "data", "512"},
		{"html", "text", strings.Repeat("<div>", 600), "", 400, "data", "512"},
	} {
		t.Run(c.from+" to "+c.to+" "+c.part, func(t *testing.T) {
			_, err := call(t, c.from, c.to, c.data, c.opts)
			wantProblem(t, err, c.status, c.field, c.part)
		})
	}
}
