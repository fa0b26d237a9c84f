# Takes from a comment what GitHub would make a mention, a link, an image, the number of an issue, a formula, a drawing or
# HTML of. A character that has no width (U+200B) parts it, in text and in code, also where a reference to a character
# stands for it. What `bench compare` writes stays as it is.
#
# For GNU sed in the locale C; control characters are gone before, and stand here for what stays.

# The mark by which comments are found again.
1s/^<!-- bench:/\x01/
# Mentions and addresses.
s/@/@\xe2\x80\x8b/g
s/:\/\//:\xe2\x80\x8b\/\//g
s/\(www\)\./\1\xe2\x80\x8b./gI
# [text](address), [text][name] and [name]: address, which images have too.
s/\]\([[(:]\)/]\xe2\x80\x8b\1/g
# Issues and pull requests.
s/#\([0-9]\)/#\xe2\x80\x8b\1/g
s/\(gh-\)\([0-9]\)/\1\xe2\x80\x8b\2/gI
# Formulas may lead somewhere, as may drawings, which are blocks of code in a language.
s/\\\([a-z]\)/\\\xe2\x80\x8b\1/gI
s/\(```\|~~~\)\([^`~]\)/\1\xe2\x80\x8b\2/g
# References to characters, but for those of Markup.markdown.
s/&\(lt\|gt\|amp\);/\x02\1;/g
s/&/\&\xe2\x80\x8b/g
s/\x02/\&/g
# HTML, but for what folds and what is small.
s/<\(\/\{0,1\}\)\(details\|summary\|sub\)>/\x03\1\2>/g
s/</<\xe2\x80\x8b/g
s/\x03/</g
1s/^\x01/<!-- bench:/
