//! The specification runs: every `gtp` block in the documents, in-process and through the binary.
//!
//! `TESUJI_UPDATE=1 cargo test --test transcripts` writes the actual replies, and the computed tables, into
//! the documents, for a look at the difference.

use assert_cmd::Command as Binary;
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use tesuji::arena::reasons_table;
use tesuji::bots::BOTS;
use tesuji::catalog;
use tesuji::protocol::transcript::{Difference, Transcript, transcripts};
use tesuji::protocol::{Engine, Failure, Settings, commands, reference};
use tesuji::rules::Options;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every page of the specification.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md")];
    let mut folders = vec![root().join("protocol")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// The options of a transcript. Where none names a bot, the plainest plays: so examples stay as they are when others
/// learn to play better.
fn with_bot(options: &[String]) -> Vec<String> {
    let bot = ["--bot", "random"].map(String::from);
    let named = options.iter().any(|option| option == "--bot");
    options.iter().cloned().chain(bot.into_iter().filter(|_| !named)).collect()
}

/// An engine with the options of a command line.
fn engine(options: &[String]) -> Engine {
    let mut settings = Settings { bots: BOTS.to_vec(), ..Settings::default() };
    let mut words = options.iter().map(String::as_str);
    let (mut game, mut size, mut rules) = (catalog::GAMES[0], None, Vec::new());
    while let Some(option) = words.next() {
        let mut value = || words.next().expect("an option's value");
        match option {
            "--game" => game = catalog::game(value()).unwrap(),
            "--size" => size = Some(value().parse().unwrap()),
            "--rule" => rules.push(value().split_once('=').expect("KEY=VALUE")),
            "--unit" => settings.unit = value().parse().unwrap(),
            "--seed" => settings.seed = Some(value().parse().unwrap()),
            "--bot" => settings.bot = value().to_string(),
            "--no-files" => settings.files = false,
            _ => panic!("a transcript is run with {option}, which is not known here"),
        }
    }
    let mut values = Options::defaults(game);
    rules.iter().for_each(|(key, value)| values.set(game, key, value).unwrap());
    settings.variant = game.variant(size.unwrap_or(game.sizes.default()), values).unwrap();
    Engine::new(settings).unwrap()
}

fn in_process(transcript: &Transcript) -> Vec<Difference> {
    let mut engine = engine(&with_bot(&transcript.options));
    transcript.differences(|exchange| match engine.has_quit() {
        true => String::new(),
        false => engine.handle_line(&exchange.sent).unwrap_or_default(),
    })
}

fn through_the_binary(transcript: &Transcript) -> Vec<Difference> {
    let lines = transcript.exchanges.iter().map(|exchange| [&exchange.sent[..], b"\n"].concat());
    let input: Vec<u8> = lines.flatten().collect();
    let mut binary = Binary::cargo_bin("tesuji").unwrap();
    let binary = binary.args(with_bot(&transcript.options)).current_dir(root()).write_stdin(input);
    let run = binary.assert().success().stderr("");
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let mut replies = output.split_inclusive("\n\n");
    let mut differences = transcript.differences(|exchange| match exchange.expects_reply() {
        true => replies.next().unwrap_or_default().to_string(),
        false => String::new(),
    });
    differences.extend(replies.next().map(|reply| Difference {
        line: transcript.line,
        sent: "nothing more".to_string(),
        expected: String::new(),
        actual: reply.to_string(),
    }));
    differences
}

fn verdict(differences: &[Difference]) -> Result<(), Failed> {
    if differences.is_empty() {
        return Ok(());
    }
    let shown = differences.iter().map(|d| {
        format!("line {}: > {}\nexpected:\n{}\nactual:\n{}\n", d.line, d.sent, d.expected, d.actual)
    });
    Err(shown.collect::<String>().into())
}

/// The document with the actual replies in it, and the actual tables.
fn updated(document: &str) -> String {
    let mut lines: Vec<String> = document.lines().map(str::to_string).collect();
    for transcript in transcripts(document).into_iter().rev() {
        let mut engine = engine(&with_bot(&transcript.options));
        let replies: Vec<_> = transcript
            .exchanges
            .iter()
            .map(|exchange| engine.handle_line(&exchange.sent).unwrap_or_default())
            .collect();
        let count = replies.len();
        for (index, (exchange, reply)) in transcript.exchanges.iter().zip(replies).enumerate().rev()
        {
            let mut reply: Vec<_> = reply.lines().map(|line| line.trim_end().to_string()).collect();
            if index + 1 == count {
                reply.pop();
            }
            lines.splice(exchange.lines.clone(), reply);
        }
    }
    with_tables(&(lines.join("\n") + "\n"))
}

/// A table that is computed, and where it stands in the documents.
struct Computed {
    name: &'static str,
    table: fn() -> String,
}

const COMPUTED: [Computed; 2] = [
    Computed { name: "table of commands", table: reference },
    Computed { name: "table of reasons", table: reasons_table },
];

impl Computed {
    fn begin(&self) -> String {
        format!("<!-- The {}, computed: do not edit. -->\n", self.name)
    }

    fn end(&self) -> String {
        format!("<!-- End of the {}. -->\n", self.name)
    }

    /// The document with the actual table in it, where it has such a place.
    fn put_into(&self, document: &str) -> String {
        let (begin, end) = (self.begin(), self.end());
        match (document.split_once(&begin), document.split_once(&end)) {
            (Some((before, _)), Some((_, after))) => {
                format!("{before}{begin}\n{}\n{end}{after}", (self.table)())
            }
            _ => document.to_string(),
        }
    }
}

fn with_tables(document: &str) -> String {
    COMPUTED.iter().fold(document.to_string(), |text, computed| computed.put_into(&text))
}

fn sent_lines(documents: &[(PathBuf, String)]) -> Vec<String> {
    let all = documents.iter().flat_map(|(_, text)| transcripts(text));
    let lines = all.flat_map(|transcript| transcript.exchanges);
    lines.map(|exchange| String::from_utf8_lossy(&exchange.sent).to_string()).collect()
}

fn every_command_is_shown(documents: &[(PathBuf, String)]) -> Result<(), Failed> {
    let sent = sent_lines(documents);
    let shown =
        |name: &str| sent.iter().any(|line| line.split_whitespace().any(|word| word == name));
    let missing: Vec<_> = commands().iter().map(|c| c.name).filter(|name| !shown(name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("in no transcript: {missing:?}").into()) }
}

fn every_failure_is_shown(documents: &[(PathBuf, String)]) -> Result<(), Failed> {
    let all = documents.iter().flat_map(|(_, text)| transcripts(text));
    let replies: Vec<_> =
        all.flat_map(|t| t.exchanges).flat_map(|exchange| exchange.reply).collect();
    let fixed =
        |failure: &Failure| failure.to_string().split(": ").next().unwrap_or("").to_string();
    let shown = |text: &String| {
        replies.iter().any(|reply| reply.starts_with('?') && reply.contains(text.as_str()))
    };
    let missing: Vec<_> =
        Failure::examples().iter().map(fixed).filter(|text| !shown(text)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("in no transcript: {missing:?}").into()) }
}

fn every_game_has_a_page() -> Result<(), Failed> {
    let missing = |name: &&str| !root().join(format!("protocol/games/{name}.md")).exists();
    let missing: Vec<_> = catalog::names().into_iter().filter(missing).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("no page in protocol/games: {missing:?}").into())
    }
}

fn tables_are_current(documents: &[(PathBuf, String)]) -> Result<(), Failed> {
    for computed in &COMPUTED {
        let (_, text) = documents
            .iter()
            .find(|(_, text)| text.contains(&computed.begin()))
            .ok_or_else(|| format!("no {}", computed.name))?;
        if *text != computed.put_into(text) {
            let message = format!("the {} is out of date: run with TESUJI_UPDATE=1", computed.name);
            return Err(message.into());
        }
    }
    Ok(())
}

fn main() {
    let mut documents: Vec<_> = documents()
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect();
    if std::env::var_os("TESUJI_UPDATE").is_some() {
        for (path, text) in &mut documents {
            *text = updated(text);
            fs::write(path, &*text).unwrap();
        }
    }
    let mut trials = Vec::new();
    for (path, text) in &documents {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        for transcript in transcripts(text) {
            let place = format!("{name}:{}", transcript.line);
            let other = transcript.clone();
            trials.push(Trial::test(format!("{place} in-process"), move || {
                verdict(&in_process(&transcript))
            }));
            trials.push(Trial::test(format!("{place} binary"), move || {
                verdict(&through_the_binary(&other))
            }));
        }
    }
    let (first, second, third) = (documents.clone(), documents.clone(), documents);
    trials.push(Trial::test("every command is shown", move || every_command_is_shown(&first)));
    trials.push(Trial::test("every failure is shown", move || every_failure_is_shown(&second)));
    trials.push(Trial::test("every game has a page", every_game_has_a_page));
    trials.push(Trial::test("the computed tables are current", move || tables_are_current(&third)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
