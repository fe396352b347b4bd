package appendedtext

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// A string is a copy of the text.
func numberText(n int64) string {
	line := lines.Get()
	defer line.Release()
	line.Value().text = strconv.AppendInt(line.Value().text, n, 10)
	return string(line.Value().text)
}

// There is no place behind the text: what is appended goes to new memory.
func quotedCopy(s string) []byte {
	line := lines.Get()
	defer line.Release()
	text := line.Value().text
	return strconv.AppendQuote(text[:len(text):len(text)], s)
}

// Clip leaves no place either.
func clipped(sum uint32) []byte {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	return binary.BigEndian.AppendUint32(slices.Clip(*b), sum)
}

// The text is read before the release.
func early(s Sample) byte {
	line := lines.Get()
	defer line.Release()
	text := fmt.Appendf(line.Value().text[:0], "%d", s.value)
	return text[0]
}

// The memory of the line is what is encoded, not where.
func dump() []byte {
	line := lines.Get()
	text := hex.AppendEncode(nil, line.Value().text)
	line.Release()
	return text
}

// The text is appended to memory of the caller.
func stampTo(out []byte, at time.Time) []byte {
	line := lines.Get()
	defer line.Release()
	text := at.AppendFormat(line.Value().text, time.RFC3339)
	text = utf8.AppendRune(text, '\n')
	return append(out, text...)
}

// The caller has only the number of bytes.
func length(at time.Time) (int, error) {
	line := lines.Get()
	defer line.Release()
	text, err := at.AppendText(line.Value().text)
	if err != nil {
		return 0, err
	}
	line.Value().text = text
	return len(text), nil
}

// The text is formatted into other memory, and the line is released afterwards.
func formattedEarly(out []byte) []byte {
	line := lines.Get()
	defer line.Release()
	text := line.Value().text
	return fmt.Appendf(out, "%s", text)
}

// A list that is pooled by its pointer gets the longer memory back.
func kept(n int64) int {
	b := buffers.Get().(*[]byte)
	text := strconv.AppendInt((*b)[:0], n, 10)
	*b = text
	size := len(text)
	buffers.Put(b)
	return size
}
