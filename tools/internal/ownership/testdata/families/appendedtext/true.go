package appendedtext

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// The number is in the text of the line.
func number(n int64) []byte {
	line := lines.Get()
	defer line.Release()
	line.Value().text = strconv.AppendInt(line.Value().text, n, 10)
	return line.Value().text // want "escape: "
}

// What is appended to the text is returned at once.
func quoted(s string) []byte {
	line := lines.Get()
	defer line.Release()
	return strconv.AppendQuote(line.Value().text, s) // want "escape: "
}

// A method appends, and the sum is a part of the frame.
func frame(sum uint32) []byte {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	*b = binary.BigEndian.AppendUint32((*b)[:0], sum)
	return *b // want "escape: "
}

// The text is read after the release.
func late(s Sample) byte {
	line := lines.Get()
	text := fmt.Appendf(line.Value().text[:0], "%d", s.value)
	line.Release()
	return text[0] // want "use-after-release: "
}

// The bytes of the digest are encoded into the line.
func digest(sum []byte) []byte {
	line := lines.Get()
	text := hex.AppendEncode(line.Value().text, sum)
	line.Release()
	return text // want "use-after-release: "
}

// Two functions append, one after the other.
func stamp(at time.Time) []byte {
	line := lines.Get()
	defer line.Release()
	text := at.AppendFormat(line.Value().text, time.RFC3339)
	text = utf8.AppendRune(text, '\n')
	return text // want "escape: "
}

// An error does not change whose memory it is.
func moment(at time.Time) ([]byte, error) {
	line := lines.Get()
	defer line.Release()
	text, err := at.AppendText(line.Value().text)
	if err != nil {
		return nil, err
	}
	return text, nil // want "escape: "
}

// The value is formatted after the release.
func formatted(out []byte) []byte {
	line := lines.Get()
	text := line.Value().text
	line.Release()
	return fmt.Appendf(out, "%s", text) // want "use-after-release: "
}

// The list has the longer memory, and so has the caller.
func keptToo(n int64) []byte {
	b := buffers.Get().(*[]byte)
	text := strconv.AppendInt((*b)[:0], n, 10)
	*b = text
	buffers.Put(b)
	return text // want "use-after-release: "
}
