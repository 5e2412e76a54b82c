package source

// Encode writes the text of an editor as the bytes that saving it would leave on disk: in
// the encoding that it declares, or in UTF-8 if that is not known or lacks a character.
func Encode(path, text string) []byte {
	if IsNotebook(path) || IsProjectFile(path) {
		return []byte(text)
	}
	name, _ := cookie([]byte(text))
	set, ok := lookupCharset(name)
	if !ok || set.decode == nil {
		return []byte(text)
	}
	raw, err := set.encode(text)
	if err != nil {
		return []byte(text)
	}
	return raw
}
