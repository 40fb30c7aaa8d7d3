package names

// JaroWinkler is the similarity of Winkler (1990) of two ASCII texts, 0 to 1: Jaro's, raised by 0.1
// for each of up to 4 equal first letters when Jaro's is above 0.7. Two empty texts give 1.
func JaroWinkler(a, b string) float64 {
	j := jaro(a, b)
	if j <= 0.7 {
		return j
	}
	n := 0
	for n < 4 && n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return j + float64(n)*0.1*(1-j)
}

func jaro(a, b string) float64 {
	if a == b {
		return 1
	}
	if len(a) == 0 || len(b) == 0 {
		return 0
	}

	reach := max(len(a), len(b))/2 - 1
	if reach < 0 {
		reach = 0
	}

	var bufA, bufB [64]bool
	usedA := bufA[:]
	usedB := bufB[:]
	if len(a) > len(bufA) {
		usedA = make([]bool, len(a))
	}

	if len(b) > len(bufB) {
		usedB = make([]bool, len(b))
	}

	same := 0
	for i := 0; i < len(a); i++ {
		for j := max(0, i-reach); j < min(len(b), i+reach+1); j++ {
			if !usedB[j] && a[i] == b[j] {
				usedA[i] = true
				usedB[j] = true
				same++
				break
			}
		}
	}

	if same == 0 {
		return 0
	}

	swaps := 0
	j := 0
	for i := 0; i < len(a); i++ {
		if !usedA[i] {
			continue
		}
		for !usedB[j] {
			j++
		}
		if a[i] != b[j] {
			swaps++
		}
		j++
	}

	m := float64(same)
	return (m/float64(len(a)) + m/float64(len(b)) + (m-float64(swaps/2))/m) / 3
}

// longestEdited bounds the texts that are compared letter by letter; longer ones count as different
// beyond it, so that work stays bounded.
const longestEdited = 64

// Edits is the Damerau-Levenshtein distance in its optimal string alignment form: insertions,
// deletions, substitutions and swaps of neighbours, each letter edited once. Letters after the 64th
// are not looked at.
func Edits(a, b string) int { return editsUpTo(longestEdited, a, b) }

// editsUpTo is Edits where it is most or less, and some number above most otherwise: only the letters that are so near to each
// other's places are looked at.
func editsUpTo(most int, a, b string) int {
	if len(a) > longestEdited {
		a = a[:longestEdited]
	}
	if len(b) > longestEdited {
		b = b[:longestEdited]
	}

	var rows [3][longestEdited + 1]uint8
	before := &rows[0]
	prev := &rows[1]
	row := &rows[2]
	if abs(len(a)-len(b)) > most {
		return most + 1
	}

	far := uint8(most + 1)
	for j := 0; j <= min(len(b), most+1); j++ {
		prev[j] = uint8(j)
	}

	for i := 1; i <= len(a); i++ {
		from := max(1, i-most)
		to := min(len(b), i+most)
		row[from-1] = far
		if from == 1 {
			row[0] = uint8(i)
		}
		least := row[from-1]
		for j := from; j <= to; j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if to < len(b) {
			row[to+1] = far
		}
		if int(least) > most {
			return most + 1
		}
		before, prev, row = prev, row, before
	}

	return int(prev[len(b)])
}

// lettersOf has a bit for each letter of a word in lower-case ASCII.
func lettersOf(s string) uint32 {
	out := uint32(0)
	for i := 0; i < len(s); i++ {
		if c := s[i] - 'a'; c < 26 {
			out |= 1 << c
		}
	}
	return out
}
