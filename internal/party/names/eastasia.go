package names

import (
	"slices"
	"strings"

	"github.com/mozillazg/go-unidecode"
)

// readHan reads a run of Han characters in pinyin, one word a character; for a person the first
// character (or a known two-character surname) is the family name and the rest one given name.
// Japanese names in kanji get the Chinese reading: their own is not in the writing.
func readHan(run []rune, person bool) []piece {
	sounds := make([]piece, len(run))
	for i, r := range repeated(run) {
		sounds[i] = piece{pinyinOf(r), string(run[i])}
	}
	if !person || len(run) < 2 || len(run) > 4 {
		return sounds
	}
	if s, ok := surnameReadings()[simplified(run[0])]; ok {
		sounds[0].text = s
	}
	n := 1
	if len(run) > 2 && strings.Contains(doubleSurnames, " "+string(simplifiedRun(run[:2]))+" ") {
		n = 2
	}
	return []piece{joinPieces(sounds[:n]), joinPieces(sounds[n:])}
}

// repeated has the character that 々 stands for in its place: 佐々木.
func repeated(run []rune) []rune {
	out := slices.Clone(run)
	for i := 1; i < len(out); i++ {
		if out[i] == '々' {
			out[i] = out[i-1]
		}
	}
	return out
}

// pinyinOf is the usual reading of a character without its tone.
func pinyinOf(r rune) string {
	switch simplified(r) { // the table has the readings of other characters that are written alike
	case '宁':
		return "ning"
	case '叶':
		return "ye"
	case '广':
		return "guang"
	case '厦':
		return "xia"
	}
	return keepASCII(unidecode.Unidecode(string(r)))
}

func joinPieces(ps []piece) piece {
	var out piece
	for _, p := range ps {
		out.text += p.text
		out.raw += p.raw
	}
	return out
}

// doubleSurnames are the Chinese surnames of two characters that are still in use.
const doubleSurnames = " 欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 长孙 宇文 司徒 令狐 夏侯 端木 "

// surnameReadings are characters whose reading as a surname is not their usual one.
func surnameReadings() map[rune]string {
	return map[rune]string{'曾': "zeng", '单': "shan", '解': "xie", '仇': "qiu", '盖': "ge", '查': "zha", '区': "ou", '朴': "piao", '翟': "zhai", '任': "ren", '尉': "wei", '覃': "qin", '召': "shao", '乐': "yue", '冼': "xian", '缪': "miao", '宁': "ning", '华': "hua", '黑': "he", '秘': "bi", '折': "she"}
}

// traditionalPairs lists characters common in names: traditional, then simplified.
const traditionalPairs = "寧宁張张劉刘陳陈楊杨趙赵黃黄吳吴孫孙馬马許许鄭郑謝谢韓韩馮冯鄧邓蕭萧葉叶蔣蒋蘇苏盧卢閻阎賈贾偉伟國国華华東东麗丽軍军傑杰龍龙鳳凤蘭兰寶宝學学業业義义興兴慶庆雲云強强" +
	"剛刚飛飞勝胜凱凯濤涛燈灯輝辉榮荣貴贵會会長长門门問问開开關关陽阳陰阴風风雙双靜静潔洁穎颖瑩莹瓊琼蓮莲紅红綠绿銀银鐵铁銘铭鍾钟鐘钟錢钱錦锦錄录聖圣賢贤齊齐龐庞顧顾" +
	"賴赖羅罗聶聂範范鄒邹鄔邬譚谭魯鲁喬乔湯汤溫温滬沪灣湾澤泽潤润為为愛爱樂乐禮礼維维綱纲緒绪經经紹绍絲丝統统續续細细終终紀纪約约級级純纯綺绮緯纬縣县總总績绩織织繼继" +
	"論论詩诗誠诚話话語语諸诸謙谦講讲識识護护讓让豐丰貝贝財财責责質质贊赞趕赶車车輪轮轉转農农進进運运達达遠远遷迁選选鄉乡醫医釋释針针鈞钧鋼钢錫锡鎮镇鏡镜閃闪閩闽隊队" +
	"際际陸陆隨随險险雞鸡離离難难電电頭头順顺須须領领題题顏颜願愿類类飯饭館馆駱骆騰腾驗验魚鱼鮑鲍鳥鸟鴻鸿鵬鹏麥麦黨党點点龔龚歐欧濱滨獻献現现環环畢毕異异發发盡尽監监" +
	"盤盘礦矿競竞筆笔節节簡简糧粮習习聯联聲声職职腦脑臺台與与舊旧藝艺蔔卜藍蓝虛虚號号蝦虾補补裝装見见規规視视親亲覺觉觀观計计訂订設设訪访證证評评詞词試试該该詳详認认" +
	"說说請请課课調调談谈謀谋變变貿贸費费資资賽赛"

func simplified(r rune) rune {
	even := true
	found := false
	for _, c := range traditionalPairs {
		if found {
			return c
		}
		found = even && c == r
		even = !even
	}
	return r
}

func simplifiedRun(run []rune) []rune {
	out := make([]rune, len(run))
	for i, r := range run {
		out[i] = simplified(r)
	}
	return out
}

// hanOf is the Han characters of s in simplified form: two names with the same reading and different
// characters are different names.
func hanOf(s string) string {
	var out []rune
	for _, r := range s {
		if scriptOf(r) == han {
			out = append(out, simplified(r))
		}
	}
	return string(out)
}

// readHangul reads a run of Hangul in the Revised Romanisation without hyphens; for a person the
// first syllable (or a known two-syllable surname) is the family name.
func readHangul(run []rune, person bool) []piece {
	read := func(rs []rune) piece { return piece{romanHangul(rs), string(rs)} }
	if !person || len(run) < 2 || len(run) > 4 {
		return []piece{read(run)}
	}
	n := 1
	if len(run) > 2 && strings.Contains(" 남궁 황보 제갈 선우 독고 사공 ", " "+string(run[:2])+" ") {
		n = 2
	}
	return []piece{read(run[:n]), read(run[n:])}
}

// koreanSurnames are the ways in which one Korean surname is written in Latin letters, the Revised
// Romanisation first. Only a name that one side wrote in Hangul is taken for another way of writing by them: Lee and Ri
// are not the same name everywhere. Two that share no group are two names.
const koreanSurnames = "gim kim;i lee yi rhee ri li;bag bak park pak;choe choi;jeong jung chung cheong jong;gang kang;jo cho;yun yoon youn;jang chang;im lim rim;" +
	"han hahn;o oh;seo suh so;sin shin;gwon kwon;hwang whang;an ahn;song;ryu yoo yu ryoo;hong;jeon jun chun jon;go ko koh;mun moon;son sohn;yang ryang;bae pae;baeg baek paik back;" +
	"heo hur huh;nam;sim shim;no noh roh ro;ha;gwag gwak kwak;seong sung;cha;ju joo chu;u woo;gu koo ku;na ra;min;jin chin;ji chi;eom um;chae;won;cheon chun;bang pang;gong kong;hyeon hyun;ham;yeom yum;yeo yuh;chu choo"
