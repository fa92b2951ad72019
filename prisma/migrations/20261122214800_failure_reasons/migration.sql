alter table execution add column reason text;
alter table step_execution add column reason text;

-- Executions of before that ran out of time.
update execution set reason = 'outOfTime' where status = 'failed' and error like 'The execution ran longer than %';
