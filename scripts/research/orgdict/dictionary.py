"""Makes internal/party/names/data/dictwords.txt: words of dictionaries that names of organisations have.

    python3 scripts/research/orgdict/dictionary.py FOLDER

FOLDER has:
    cedict.txt           CC-CEDICT as it is published: traditional simplified [pinyin] /meaning/meaning/
    edict.txt            EDICT in UTF-8: word [reading] /meaning/meaning/
    unihan_readings.txt  of Unicode's Unihan database
    native.tsv           names of organisations in Chinese, Japanese and Korean: how much each counts, a tab, the name
    latin.txt            names of organisations in Latin letters, one a line

A word is taken when a name has it, or when both dictionaries have it and it is a common one. Its English words are those
of its first meanings that two names in Latin letters have. A Korean word is that of a common word's Chinese characters.
"""
import collections
import re
import sys

DATA = "internal/party/names/data/"
STOP = set("""the and of for in at on by an one two three be do have go make take get give put as to from with or no not so
    it is his her he she they you we who what all any etc esp e.g variant abbr also etc. see used off out up down old over
    up""".split())
NO_MEANING = ("surname", "variant", "CL:", "see ", "old variant", "abbr", "also", "(", "used")

LEAST_NAMES = 2  # with an English word
LEAST_ATTESTED = 4  # of a word, by how much the names count that have it
MOST_MEANINGS = 5
LEAST_WEIGHT = 0.4  # of the English word that is the likeliest
LEAST_SHARE = 0.3  # of that weight, for further ones
MOST_WORDS = 4


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [line.rstrip("\n") for line in f]


def concepts(path):
    """The lines of a table of words: what they mean and the words."""
    for line in lines(path):
        if not line.startswith("#") and ":" in line:
            concept, words = line.split(":", 1)
            yield concept, words.split()


def read_simplified():
    pairs = "".join(line.strip() for line in lines(DATA + "simplifiedhan.txt") if not line.startswith("#"))
    return dict(zip(pairs[::2], pairs[1::2]))


class Dictionary:
    """English words of words, by how likely they are."""

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.meanings = collections.defaultdict(collections.Counter)
        self.phrases = {}  # the words of one of the first two meanings, all of them in the vocabulary

    def add(self, word, glosses):
        place = 0
        for part in (part for gloss in glosses for part in re.split("[;,/]", re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", gloss))):
            part = re.sub(r"^(to be|to|a|an|the) ", "", part.strip())
            if not part or part.startswith(NO_MEANING) or re.search("[一-鿿]", part):
                continue
            plain = part.lower().replace("'s", "s").replace("-", " ")
            english = [w for w in re.findall("[a-z]+", plain) if w not in STOP and len(w) > 1]
            place += 1
            if place > MOST_MEANINGS:
                return
            if english and len(english) <= 3:
                self.weigh(word, english, place)

    def weigh(self, word, english, place):
        weight = 1 / (1 + 0.35 * (place - 1))
        if len(english) > 1 and place <= 2 and word not in self.phrases and all(w in self.vocabulary for w in english):
            self.phrases[word] = english
        for i, w in enumerate(english):
            if w in self.vocabulary:
                self.meanings[word][w] += weight * (1 if len(english) == 1 else 0.6 if i == 0 else 0.45)

    def concept(self, word):
        best = self.meanings[word].most_common(6)
        if not best or best[0][1] < LEAST_WEIGHT:
            return ""
        if word in self.phrases and len(word) >= 4 and best[0][1] < 1:
            return "+".join(self.phrases[word])
        return "/".join([w for w, weight in best if weight >= LEAST_SHARE * best[0][1]][:MOST_WORDS])


def chinese(text):
    return re.fullmatch("[一-鿿]{2,5}", text)


def initial(syllable):
    """A Korean syllable at the beginning of a word: 로 as 노, 녀 as 여."""
    code = ord(syllable) - 0xAC00
    lead, vowel, tail = code // 588, code % 588 // 28, code % 28
    soft = vowel in (2, 3, 6, 7, 12, 17, 20)
    if lead == 5:
        lead = 11 if soft else 2
    elif lead == 2 and soft:
        lead = 11
    return chr(0xAC00 + lead * 588 + vowel * 28 + tail)


def korean_words(common, traditional, simple, readings):
    """Words in Hangul, with the words in simplified characters that are read so."""
    out = collections.defaultdict(set)
    for word in common:
        characters = traditional.get(simple(word)) or word
        if len(characters) <= 4 and all(c in readings for c in characters):
            hangul = "".join(readings[c] for c in characters)
            out[initial(hangul[0]) + hangul[1:]].add(simple(word))
    return {h: words for h, words in out.items() if re.fullmatch("[가-힣]+", h)}


def count_attested(folder, simple):
    out = collections.Counter()
    for line in lines(folder + "native.tsv"):
        weight, name = line.split("\t", 1)
        seen = set()
        for run in re.findall("[一-鿿]+|[가-힣]+|[ァ-ヺー]+", simple(name)):
            for i in range(len(run)):
                seen.update(run[i : i + n] for n in range(2, min(10, len(run) - i) + 1))
        for part in seen:
            out[part] += int(weight)
    return out


def main(folder):
    by_hand = set()
    counted = collections.Counter()
    for line in lines(folder + "latin.txt"):
        counted.update(set(re.findall("[a-z]+", line.lower())))
    for concept, words in concepts(DATA + "orgconcepts.txt"):
        counted.update(re.findall("[a-z]+", concept) * LEAST_NAMES)
        by_hand.update(words)
    dictionary = Dictionary({w for w, n in counted.items() if n >= LEAST_NAMES and len(w) > 1})

    pairs = read_simplified()
    simple = lambda text: "".join(pairs.get(c, c) for c in text)
    in_chinese = set()
    traditional = {}
    for line in lines(folder + "cedict.txt"):
        entry = re.match(r"(\S+) (\S+) \[[^\]]*\] /(.*)/", line)
        if not entry:
            continue
        old, new, glosses = entry.groups()
        if chinese(old):
            traditional.setdefault(new, old)
        if chinese(new):
            in_chinese.add(simple(new))
            dictionary.add(simple(new), [glosses])

    common = set()
    for line in lines(folder + "edict.txt")[1:]:
        head, _, rest = line.partition("/")
        word = head.split(" ")[0]
        glosses = [re.sub(r"\([^)]*\)", "", g) for g in rest.split("/") if g not in ("", "(P)") and not g.startswith("EntL")]
        if re.fullmatch("[ァ-ヺー]{4,10}", word):
            dictionary.add(word, glosses)
        elif chinese(word) and "(P)" in line:
            common.add(word)
            if not (simple(word) in in_chinese and simple(word) in dictionary.meanings):
                dictionary.add(simple(word), glosses)

    readings = {}
    for line in lines(folder + "unihan_readings.txt"):
        if "\tkHangul\t" in line:
            code, _, ways = line.split("\t")
            readings[chr(int(code[2:], 16))] = ways[0]
    korean = korean_words(common, traditional, simple, readings)
    for hangul, words in korean.items():
        if len(hangul) == 2 and len(words) > 2:
            continue
        for word in sorted(words):
            for english, weight in dictionary.meanings.get(word, {}).items():
                dictionary.meanings[hangul][english] += weight / len(words)
            if len(words) == 1 and word in dictionary.phrases:
                dictionary.phrases[hangul] = dictionary.phrases[word]

    attested = count_attested(folder, simple)
    often = {simple(word) for word in common} & in_chinese
    out = collections.defaultdict(list)
    for word in list(dictionary.meanings):
        read_so = any(attested[w] >= 2 * LEAST_ATTESTED for w in korean.get(word, ()))
        known = attested[word] >= LEAST_ATTESTED or read_so or word in often
        if known and word not in by_hand and (concept := dictionary.concept(word)):
            out[concept].append(word)

    head = [line for line in lines(DATA + "dictwords.txt") if line.startswith("#")]
    with open(DATA + "dictwords.txt", "w", encoding="utf-8") as f:
        f.write("\n".join(head + [f"{c}: {' '.join(sorted(out[c]))}" for c in sorted(out)]) + "\n")
    print(len(out), "concepts,", sum(map(len, out.values())), "words")


main(sys.argv[1].rstrip("/") + "/")
